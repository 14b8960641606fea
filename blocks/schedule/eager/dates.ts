/**
 * Eager script: fills in the dates of the coming days, disables past times, which depend on the
 * clock, and offers the services of the chosen time.
 */
import { updateForm } from '../update-form.ts'

const updateForms = () =>
  document.querySelectorAll<HTMLElement>('.schedule-form').forEach(updateForm)
updateForms()
addEventListener('change', updateForms)
