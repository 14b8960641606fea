/** Comes with a page that names the coming days: which they are, only the visitor's clock can say. */
import { fillInDates } from '../fill-in-dates.ts'

fillInDates(document)
