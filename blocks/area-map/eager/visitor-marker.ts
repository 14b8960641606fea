/** Comes to a page with a map when the visitor's place is known. */
// It goes on with what that has found out.
import '../../shared/eager/location.ts'
import { subscribeToLocation } from '../../shared/location/location-store.ts'
import { drawVisitorMarker } from '../draw-visitor-marker.ts'

const drawAllVisitorMarkers = () =>
  document.querySelectorAll<SVGGElement>('[data-map]').forEach(drawVisitorMarker)
subscribeToLocation(drawAllVisitorMarkers)
drawAllVisitorMarkers()
