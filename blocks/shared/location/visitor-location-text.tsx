/**
 * The visitor's location, such as `Springfield, Oregon, 21 miles`. It reserves its line until
 * `show-location.ts` fills it in.
 */
export function VisitorLocationText() {
  return (
    <span className="visitor-place" suppressHydrationWarning>
      {''}
    </span>
  )
}

/**
 * A sentence with the visitor's distance in it: `You are {distance} away.` It reserves width for
 * the distance until `show-location.ts` fills it in. The unused width then moves to the end of the
 * sentence, so that its line breaks do not change.
 */
export function DistanceSentence({ text }: { text: string }) {
  return text.split('{distance}').map((part, index) => (
    <span key={index}>
      {index > 0 && (
        <span className="visitor-distance" suppressHydrationWarning>
          –
        </span>
      )}
      {part}
      {index > 0 && <span className="visitor-room" />}
    </span>
  ))
}
