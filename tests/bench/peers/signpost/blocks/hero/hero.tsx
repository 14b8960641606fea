import type { HeroBlock } from '../../schema/types.gen.ts'
import { Button } from '../shared/plain-button.tsx'

export function Hero({ heading, text, actions, badges }: HeroBlock) {
  return (
    <section className="hero">
      <h1>{heading}</h1>
      <p>{text}</p>
      <div className="actions">
        {actions.map((action, index) => (
          <Button key={index} action={action} style={index === 0 ? 'primary' : 'secondary'} />
        ))}
      </div>
      <ul className="badges">
        {badges.map((badge, index) => (
          <li key={index}>{badge}</li>
        ))}
      </ul>
    </section>
  )
}
