/** `Springfield, Oregon, 21 miles`, on a line of its own, which is there before anything is known. Filled in by `show-location`. */
export function VisitorPlace() {
  return (
    <span className="visitor-place" suppressHydrationWarning>
      {''}
    </span>
  )
}

/** A sentence with the visitor's distance in it: `You are {distance} away.` Its room is kept before `show-location` knows it. */
export function DistanceSentence({ text }: { text: string }) {
  return text.split('{distance}').map((part, index) => (
    <span key={index}>
      {index > 0 && (
        <span className="visitor-distance" suppressHydrationWarning>
          –
        </span>
      )}
      {part}
    </span>
  ))
}
