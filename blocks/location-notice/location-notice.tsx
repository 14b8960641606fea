import type { LocationNoticeBlock } from '../../schema/types.gen.ts'
import { ActionList } from '../shared/links/action-list.tsx'
import { DetectButton } from '../shared/location/detect-button.tsx'
import { LocationLayers } from '../shared/location/location-layers.tsx'
import { TextPart } from '../shared/text/rich-text.tsx'
import { Section } from '../shared/section.tsx'
import { useServiceArea } from '../shared/location/use-location.ts'
import { DistanceSentence, VisitorLocationText } from '../shared/location/visitor-location-text.tsx'

/**
 * A notice about the service area. Unless the visitor is known to be outside, it shows the actions
 * for visitors inside the area.
 */
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
    <Section block={block} heading={heading} area={useServiceArea(area)}>
      <LocationLayers
        isLiveRegion
        layers={{
          idle: (
            <>
              <p>{ask}</p>
              {area && <DetectButton area={area} />}
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
                <strong>{inside}</strong> <VisitorLocationText />
              </p>
              <ActionList actions={insideActions} />
            </div>
          ),
          outside: (
            <div className="location-warning">
              <p>
                <strong>{outside}</strong> <DistanceSentence text={away} />
              </p>
              <TextPart nodes={suggestion} />
              <ActionList actions={outsideActions} />
            </div>
          ),
          unknown: (
            <>
              <p>
                {unknown} {ask}
              </p>
              {area && <DetectButton area={area} />}
              <ActionList actions={insideActions} />
            </>
          ),
        }}
      />
    </Section>
  )
}
