/** Comes to a page with a map when the visitor's place is known. */
// It goes on with what that has found out.
import '../../shared/early/location.ts'
import { onLocation } from '../../shared/location-store.ts'
import { markVisitor } from '../mark-visitor.ts'

const markAll = () => document.querySelectorAll<SVGGElement>('[data-map]').forEach(markVisitor)
onLocation(markAll)
markAll()
