/** Follow-up script for a page with a map, loaded once the visitor's location is known. */
// Subscribes to the same location store as this script.
import '../../shared/eager/location.ts'
import { subscribeToLocation } from '../../shared/location/location-store.ts'
import { drawVisitorMarker } from '../draw-visitor-marker.ts'

const drawAllVisitorMarkers = () =>
  document.querySelectorAll<SVGGElement>('[data-map]').forEach(drawVisitorMarker)
subscribeToLocation(drawAllVisitorMarkers)
drawAllVisitorMarkers()
