import { toWords } from '../../operations/to-words.ts'
import { BlockList, useBlockSearch } from '../parts/block-list.tsx'
import { DialogActions } from './dialog.tsx'

/** Adds a block below the selected one. */
export function Palette({ onClose }: { onClose: () => void }) {
  const found = useBlockSearch(onClose)
  const { chosen } = found
  const example = chosen?.examples[0]
  return (
    <>
      <div className="palette">
        <BlockList found={found} />
        <div className="palette-preview">
          {chosen && example && (
            <iframe
              key={chosen.type}
              title={`Example of ${toWords(chosen.type)}`}
              src={example.previewUrl}
              tabIndex={-1}
            />
          )}
        </div>
      </div>
      <DialogActions
        onClose={onClose}
        isDisabled={!chosen}
        onAct={() => chosen && found.add(chosen.type)}
      >
        Add {chosen ? toWords(chosen.type).toLowerCase() : 'block'}
      </DialogActions>
    </>
  )
}
