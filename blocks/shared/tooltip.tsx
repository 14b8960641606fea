/**
 * A tooltip that appears after the enclosing `.has-tooltip` element has been hovered or focused for
 * 700 ms. It is pure CSS. The described element must refer to it with `aria-describedby`.
 */
export function Tooltip({ id, text }: { id: string; text: string }) {
  return (
    <span className="tooltip" role="tooltip" id={id}>
      {text}
    </span>
  )
}
