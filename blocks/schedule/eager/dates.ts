/**
 * Eager script: fills in the dates of the coming days and disables past times, which depend on the
 * clock, and lets the service follow from the hour.
 */
import { updateForm } from '../update-form.ts'

const updateForms = () =>
  document.querySelectorAll<HTMLElement>('.schedule-form').forEach(updateForm)
updateForms()
addEventListener('change', updateForms)
