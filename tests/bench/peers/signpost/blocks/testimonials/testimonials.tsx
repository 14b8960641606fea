import type { TestimonialsBlock } from '../../schema/types.gen.ts'

export function Testimonials({ heading, items }: TestimonialsBlock) {
  return (
    <section className="testimonials">
      <h2>{heading}</h2>
      {items.map(({ quote, name, place }, index) => (
        <figure key={index}>
          <blockquote>{quote}</blockquote>
          <figcaption>{`${name}, ${place}`}</figcaption>
        </figure>
      ))}
    </section>
  )
}
