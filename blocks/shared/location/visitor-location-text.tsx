/** `Springfield, Oregon, 21 miles`, on a line of its own, which is there before anything is known. Filled in by `show-location`. */
export function VisitorLocationText() {
  return (
    <span className="visitor-place" suppressHydrationWarning>
      {''}
    </span>
  )
}

/**
 * A sentence with the visitor's distance in it: `You are {distance} away.` Its room is kept before `show-location` knows it; what it does not
 * fill of that is behind the sentence then, so that no line breaks elsewhere.
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
