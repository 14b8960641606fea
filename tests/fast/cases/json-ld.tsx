import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { fastRenderJsonLd } from '../../../renderer/fast/fast-json-ld.ts'
import { joinChunks } from '../../../renderer/html-chunks.ts'
import { JsonLd } from '../../../renderer/json-ld/json-ld-script.tsx'
import type { FastPathTest } from '../harness.ts'

const text = fc.oneof(
  fc.string(),
  fc.constantFrom('</script>', '<!-- <script>', '& "more"', '\u2028 \u2029 😀', '</SCRIPT>'),
)

export const jsonLdTests: FastPathTest<object[], string>[] = [
  {
    title: 'Structured data',
    fast: (things) => joinChunks(fastRenderJsonLd(things)),
    reference: (things) => renderToStaticMarkup(<JsonLd things={things} />),
    arbitrary: fc.array(fc.object({ key: text, values: [text, fc.integer()], maxDepth: 2 }), {
      maxLength: 3,
    }),
    minimumCoverage: 1,
    covered: [
      [
        {
          name: `</script><!-- <script> & "more" \u2028 \u2029 \u{1f600} </SCRIPT>`,
          '>': ['<', '<<'],
        },
      ],
    ],
  },
]
