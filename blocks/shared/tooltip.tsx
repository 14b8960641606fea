/**
 * An explanation that appears when the pointer or the focus has rested on `has-tooltip` around it for 700 ms. The
 * stylesheet does it, so it needs no script; what it explains names it by aria-describedby.
 */
export function Tooltip({ id, text }: { id: string; text: string }) {
  return (
    <span className="tooltip" role="tooltip" id={id}>
      {text}
    </span>
  )
}
