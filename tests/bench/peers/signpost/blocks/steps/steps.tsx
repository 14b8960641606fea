import type { StepsBlock } from '../../schema/types.gen.ts'

export function Steps({ heading, items }: StepsBlock) {
  return (
    <section className="steps">
      <h2>{heading}</h2>
      <ol>
        {items.map(({ title, text }, index) => (
          <li key={index}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
