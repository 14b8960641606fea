import type { VisitorLocation } from './service-area.ts'

/** `Springfield, Oregon, 21 miles`, on a line of its own, which is there before anything is known. */
export function VisitorPlace({ location }: { location: VisitorLocation }) {
  const parts = 'miles' in location ? [location.city, location.state, formatMiles(location.miles)] : []
  return <span className="visitor-place">{parts.filter(Boolean).join(', ')}</span>
}

/** A sentence with the visitor's distance in it: `You are {distance} away.` Its room is kept before it is known. */
export function DistanceSentence({ text, location }: { text: string; location: VisitorLocation }) {
  return text.split('{distance}').map((part, index) => (
    <span key={index}>
      {index > 0 && <span className="visitor-distance">{'miles' in location ? formatMiles(location.miles) : '–'}</span>}
      {part}
    </span>
  ))
}

const formatMiles = (miles: number) => formatDistance(miles, 'miles')

/** In the page's language: `1 mile`, `21 miles`. Only ever called in a browser, where the document says which it is. */
export function formatDistance(length: number, unit: 'miles' | 'km'): string {
  const name = unit === 'km' ? 'kilometer' : 'mile'
  return new Intl.NumberFormat(document.documentElement.lang, { style: 'unit', unit: name, unitDisplay: 'long' }).format(length)
}
