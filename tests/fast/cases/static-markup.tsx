import fc from 'fast-check'
import {
  Component,
  createContext,
  createElement,
  forwardRef,
  Fragment,
  memo,
  Suspense,
  useContext,
  useId,
  type ReactNode,
} from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { fastRenderToStaticMarkup } from '../../../renderer/fast/fast-static-markup.ts'
import type { FastPathTest } from '../harness.ts'

const PlaceContext = createContext('here')
const KnownComponent = ({ children }: { children?: ReactNode }) => (
  <p className="known">{children}</p>
)
const BareComponent = ({ children }: { children?: ReactNode }) => children
const WithContext = () => <i>{useContext(PlaceContext)}</i>
const WithId = () => <i id={useId()} />
class WithClass extends Component {
  override render() {
    return <i>class</i>
  }
}
const Failing = (): ReactNode => {
  throw new Error('on purpose')
}

const texts = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    'A & B',
    `"it's"`,
    '</script>',
    '&amp;',
    '1 < 2 > 0',
    'ä–“€”',
    '\u2028',
    '😀',
  ),
)
const values = fc.oneof(
  texts,
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(
    null,
    undefined,
    0,
    -0,
    Number.NaN,
    '/a',
    '/a?b=c&d',
    '#x',
    'https://example.com',
    'tel:+1',
    'javascript:alert(1)',
    ' java\nscript:x',
  ),
)
const names = fc.constantFrom(
  ...[
    'className',
    'id',
    'href',
    'title',
    'lang',
    'dir',
    'role',
    'scope',
    'rel',
    'target',
    'dateTime',
    'colSpan',
    'hidden',
    'open',
    'aria-label',
    'aria-hidden',
    'data-event',
    'data-a-b',
  ],
  // React treats these specially, or does not know them.
  ...[
    'rowSpan',
    'tabIndex',
    'disabled',
    'value',
    'htmlFor',
    'style',
    'onClick',
    'itemScope',
    'data-A',
    'data-',
    'constructor',
    'x y',
    'dangerouslySetInnerHTML',
    'suppressHydrationWarning',
    'ref',
  ],
)
const tags = fc.constantFrom(
  ...['p', 'a', 'div', 'ul', 'li', 'table', 'th', 'details', 'br', 'hr', 'h2', 'span', 'time'],
  ...['img', 'input', 'button', 'svg', 'title', 'script', 'my-tag', 'select', 'pre'],
)
const { node } = fc.letrec<{ node: unknown }>((tie) => {
  const children = fc.array(tie('node'), { maxLength: 3 })
  const attributes = fc.dictionary(names, values, { maxKeys: 3 })
  return {
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      texts,
      fc.constantFrom(null, undefined, true, false, 0, 12.5, 10n),
      fc
        .tuple(tags, attributes, children)
        .map(([tag, props, inside]) => createElement(tag, props, ...(inside as ReactNode[]))),
      fc
        .tuple(fc.constantFrom(KnownComponent, BareComponent, Fragment), children)
        .map(([type, inside]) =>
          createElement(type as typeof KnownComponent, {}, ...(inside as ReactNode[])),
        ),
      children,
    ),
  }
})

const coveredElements: [what: string, element: ReactNode][] = [
  ['texts and figures', <p>{['It’s ', 4, ' & more', null, false]}</p>],
  [
    'components and fragments',
    <KnownComponent>
      <BareComponent>
        <>a{'b'}</>
      </BareComponent>
    </KnownComponent>,
  ],
  [
    'links and attributes',
    <a
      className="button primary"
      href="/a?b&c#d"
      rel="nofollow"
      data-event="call"
      aria-current="page"
      aria-hidden={false}
    >
      Go
    </a>,
  ],
  [
    'tables',
    <table>
      <tbody>
        <tr>
          <th scope="row">A</th>
          <td colSpan={2}>B</td>
        </tr>
      </tbody>
    </table>,
  ],
  [
    'what is open or hidden',
    <details open>
      <summary>A</summary>
      <p hidden={false}>
        B<br />
      </p>
    </details>,
  ],
]

const uncoveredElements: [what: string, element: ReactNode][] = [
  [
    'a context',
    <p>
      <WithContext />
    </p>,
  ],
  [
    'a hook',
    <p>
      <WithId />
    </p>,
  ],
  ['a class', <WithClass />],
  ['a memoized component', createElement(memo(KnownComponent))],
  ['a component with a reference', createElement(forwardRef(() => <i />))],
  ['what may have to wait', <Suspense>a</Suspense>],
  ['a picture, which React asks for ahead', <img src="/a.png" alt="" />],
  ['a style', <p style={{ color: 'red' }}>a</p>],
  ['the elements of a drawing', createElement('svg', {}, createElement('path', { d: 'M0 0' }))],
  ['HTML in a text', <p dangerouslySetInnerHTML={{ __html: '<b>' }} />],
  ['an address that is a script', <a href="javascript:alert(1)">a</a>],
  ['a component that fails', <Failing />],
]

export const staticMarkupTests: FastPathTest<ReactNode, string>[] = [
  {
    title: 'Static markup',
    fast: fastRenderToStaticMarkup,
    reference: renderToStaticMarkup,
    arbitrary: node as fc.Arbitrary<ReactNode>,
    runs: 1000,
    minimumCoverage: 1 / 3,
    covered: Object.fromEntries(coveredElements),
    uncovered: Object.fromEntries(
      uncoveredElements.map(([what, element]) => [what, <div>{element}</div>]),
    ),
  },
]
