import type { FaqBlock } from '../../schema/types.gen.ts'

export function Faq({ heading, items }: FaqBlock) {
  return (
    <section className="faq">
      <h2>{heading}</h2>
      {items.map(({ question, answer }, index) => (
        <details key={index}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </section>
  )
}
