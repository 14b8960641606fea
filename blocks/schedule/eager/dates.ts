/** Eager script: fills in the dates of the coming days, which depend on the visitor's clock. */
import { fillInDates } from '../fill-in-dates.ts'

fillInDates(document)
