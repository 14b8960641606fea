import type { CtaBlock } from '../../schema/types.gen.ts'
import { Button } from '../shared/plain-button.tsx'

export function Cta({ heading, text, action }: CtaBlock) {
  return (
    <section className="cta">
      <h2>{heading}</h2>
      <p>{text}</p>
      <Button action={action} style="primary" />
    </section>
  )
}
