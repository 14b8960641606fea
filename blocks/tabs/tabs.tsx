import type { TabsBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/action-list.tsx'
import { DataTable } from '../shared/data-table.tsx'
import { InlineText, RichText } from '../shared/rich-text.tsx'
import { Section } from '../shared/section.tsx'

/** All panels stand below each other, under a list of links to them: it reads well and needs no script. */
export function Tabs(block: TabsBlock) {
  const { heading, lead, tabs } = block
  return (
    <Section block={block} heading={heading} lead={lead}>
      <ul className="tab-links">
        {tabs.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`}>{label}</a>
          </li>
        ))}
      </ul>
      {tabs.map(({ id, label, text, points, rows, actions }) => (
        <div className="tab-panel rich" id={id} key={id}>
          <h3>{label}</h3>
          <RichText nodes={text} />
          {points && (
            <ul className="features tab-points">
              {points.map((point, index) => (
                <li key={index}>
                  <InlineText nodes={point} />
                </li>
              ))}
            </ul>
          )}
          {rows && <DataTable caption={label} columns={columnsFor(rows)} rows={rows} rowHeader="item" />}
          <ActionList actions={actions} />
        </div>
      ))}
    </Section>
  )
}

type Rows = NonNullable<TabsBlock['tabs'][number]['rows']>

function columnsFor(rows: Rows) {
  const columns = [
    { key: 'item', label: 'What' },
    { key: 'value', label: 'Figure', numeric: true },
  ]
  return rows.some(({ note }) => note !== undefined) ? [...columns, { key: 'note', label: 'Details' }] : columns
}
