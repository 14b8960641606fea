import { DialogActions } from './dialog.tsx'

const keys: [key: string, effect: string][] = [
  ['F6, Shift+F6', 'Go to the next or previous part: bar, pages, outline, form, problems'],
  ['↑ ↓ → ←', 'In pages and outline: go to, unfold, fold'],
  ['Enter', 'In the search of pages: open the first page that is found'],
  ['Alt+↑, Alt+↓', 'In outline and form: move the block or entry that has the focus'],
  ['→ Enter, ↑ ↓ Enter', 'In the outline: drag with the handle of a row. Escape ends'],
  ['/', 'Add a block below the selected one; inside a text, it is a letter'],
  ['F2', 'In a field of the form: edit its text in the page'],
  ['- and a space', 'In an empty paragraph: begin a list'],
  ['Ctrl+click', 'On a link of the page: open the page that it leads to'],
  ['Ctrl+B, Ctrl+I, Ctrl+K', 'In a text: bold, italic, link'],
  ['Ctrl+Z, Ctrl+Shift+Z', 'Undo, redo'],
  ['Ctrl+S', 'Save'],
  ['?', 'Show these keys, unless you are typing'],
]

/** What can be done by keyboard, as in docs/studio.md. */
export function Keys() {
  return (
    <>
      <div className="dialog-content">
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">What it does</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(([key, effect]) => (
              <tr key={key}>
                <th scope="row">
                  <kbd>{key}</kbd>
                </th>
                <td>{effect}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <DialogActions closeLabel="Close" />
    </>
  )
}
