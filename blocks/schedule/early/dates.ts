/** Comes with a page that names the coming days: which they are, only the visitor's clock can say. */
import { printDates } from '../print-dates.ts'

printDates(document)
