/** Eager script: shows whether the business is open, which depends on the clock. */
import { showOpening } from '../show-opening.ts'

const oneMinute = 60_000
const showAll = () => showOpening(document)
showAll()
// The application navigates without loading this script again.
setInterval(showAll, oneMinute)
