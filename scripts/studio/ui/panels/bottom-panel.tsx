import { ChevronUp, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button, Tab, TabList, TabPanel, Tabs } from 'react-aria-components'
import { ProblemRows } from '../parts/problem-rows.tsx'
import { undoFrom } from '../state/draft-commands.ts'
import { useStore, useStudio } from '../state/use-studio.ts'
import { Conflicts } from '../parts/conflicts.tsx'
import { CommentsPanel } from '../parts/comments.tsx'
import { HistoryPanel } from './history-panel.tsx'

/** Loaded when it is shown. */
const YamlView = lazy(async () => ({ default: (await import('../yaml/yaml-view.tsx')).YamlView }))

const reverted = 'All unsaved changes are undone. Redo brings them back one by one.'

type BottomPanelProps = { isOpen: boolean; onToggle: (isOpen: boolean) => void }

/** Problems of the whole site, what has changed, and of what is open its file and its history. */
export function BottomPanel({ isOpen, onToggle }: BottomPanelProps) {
  const store = useStore()
  const { problems: reported, isComplete } = useStudio((state) => state.problems)
  // What is known while pages are still checked would look as if something had been fixed.
  const [count, setCount] = useState<number>()
  if (isComplete && count !== reported.length) setCount(reported.length)
  const comments = useStudio((state) => state.comments.filter((each) => !each.isResolved).length)
  const { steps, conflicts } = useStudio((state) => state.draft)
  const tabs = [
    {
      id: 'problems',
      label: 'Problems',
      count: count ?? '…',
    },
    { id: 'changes', label: 'Unsaved changes', count: steps.length + conflicts.length },
    { id: 'yaml', label: 'YAML' },
    { id: 'history', label: 'History' },
    { id: 'comments', label: 'Comments', count: comments },
  ]
  return (
    <section
      className="panel bottom"
      aria-label="Problems, changes, YAML, history and comments"
      data-open={isOpen || undefined}
    >
      <Tabs className="tabs">
        <div className="tab-bar">
          <TabList aria-label="Problems, changes, YAML, history and comments" className="tab-list">
            {tabs.map(({ id, label, count }) => (
              <Tab key={id} id={id} className="tab" onPress={() => onToggle(true)}>
                {label} {count !== undefined && <span className="tab-count">{count}</span>}
              </Tab>
            ))}
          </TabList>
          {!isComplete && <span className="muted">Checking…</span>}
          <Button
            className="icon-button"
            aria-expanded={isOpen}
            aria-label={isOpen ? 'Close this panel' : 'Open problems and changes'}
            onPress={() => onToggle(!isOpen)}
          >
            {isOpen ? <X size={16} aria-hidden /> : <ChevronUp size={16} aria-hidden />}
          </Button>
        </div>
        <div className="tab-panels" hidden={!isOpen}>
          <TabPanel id="problems" className="tab-panel">
            {reported.length === 0 && (
              <p className="help">
                {isComplete ? 'No problems. Nothing is left to fix.' : 'Checking all pages…'}
              </p>
            )}
            <ProblemRows problems={reported} />
          </TabPanel>
          <TabPanel id="yaml" className="tab-panel yaml-panel">
            {isOpen && (
              <Suspense fallback={<p className="help">Loading…</p>}>
                <YamlView />
              </Suspense>
            )}
          </TabPanel>
          <TabPanel id="comments" className="tab-panel">
            <CommentsPanel />
          </TabPanel>
          <TabPanel id="history" className="tab-panel">
            {isOpen && <HistoryPanel />}
          </TabPanel>
          <TabPanel id="changes" className="tab-panel">
            <Conflicts conflicts={conflicts} />
            {steps.length === 0 ? (
              conflicts.length === 0 && <p className="help">Everything is saved.</p>
            ) : (
              <Button
                className="small-button"
                onPress={() => void store.act('revert', {}, reverted)}
              >
                Take everything back
              </Button>
            )}
            <ol className="steps">
              {steps.map(({ label, files }, index) => (
                <li key={index}>
                  {label} <span className="muted">{files.join(', ')}</span>{' '}
                  <Button
                    className="link-button"
                    aria-label={`Undo from here: ${label}`}
                    onPress={() => void undoFrom(store, index)}
                  >
                    Undo from here
                  </Button>
                </li>
              ))}
            </ol>
          </TabPanel>
        </div>
      </Tabs>
    </section>
  )
}
