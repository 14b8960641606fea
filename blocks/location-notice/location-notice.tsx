import type { LocationNoticeBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/action-list.tsx'
import { DetectButton } from '../shared/detect-button.tsx'
import { Layers } from '../shared/layers.tsx'
import { RichText } from '../shared/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { useArea } from '../shared/use-location.ts'
import { DistanceSentence, VisitorPlace } from '../shared/visitor-place.tsx'

/** Before, while and in spite of detecting, the visitor sees what holds inside the area. */
export function LocationNotice(block: LocationNoticeBlock) {
  const {
    heading,
    area,
    ask,
    detecting,
    inside,
    outside,
    away,
    suggestion,
    unknown,
    insideActions,
    outsideActions,
  } = block
  return (
    <Section block={block} heading={heading} area={useArea(area)}>
      <Layers
        announced
        layers={{
          idle: (
            <>
              <p>{ask}</p>
              {area?.detect === 'button' && <DetectButton area={area} />}
              <ActionList actions={insideActions} />
            </>
          ),
          detecting: (
            <>
              <p>{detecting}</p>
              <ActionList actions={insideActions} />
            </>
          ),
          inside: (
            <div className="location-good">
              <p>
                <strong>{inside}</strong> <VisitorPlace />
              </p>
              <ActionList actions={insideActions} />
            </div>
          ),
          outside: (
            <div className="location-warning">
              <p>
                <strong>{outside}</strong> <DistanceSentence text={away} />
              </p>
              <div className="rich">
                <RichText nodes={suggestion} />
              </div>
              <ActionList actions={outsideActions} />
            </div>
          ),
          unknown: (
            <>
              <p>
                <strong>{unknown}</strong>. {ask}
              </p>
              {area?.detect === 'button' && <DetectButton area={area} />}
              <ActionList actions={insideActions} />
            </>
          ),
        }}
      />
    </Section>
  )
}
