import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type ListedSegment, segmentsQuery } from '@/web/api/segments/segments'
import { LoadError } from '@/web/components/feedback/LoadError'
import { getVisibilityName } from '@/web/components/forms/visibility-options'
import lists from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { SummaryTabs } from '@/web/components/numbers/SummaryTabs'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Page } from '@/web/components/page/Page'
import { SportMedal } from '@/web/components/people/SportMedal'
import { formatClock } from '@/web/format/duration'
import { formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { confirmLeaving } from '@/web/state/unsaved-changes'
import { DrawSegment } from './drawing/DrawSegment'

const METRES_PER_KM = 1000

/** The segments of the account, newest first. */
export function SegmentsScreen() {
  const list = useInfiniteQuery(segmentsQuery)
  const segments = list.data?.pages.flatMap(({ data }) => data.segments) ?? []
  return (
    <Page
      wide
      title={t('ranked.title')}
      lead={t('ranked.lead')}
      tabs={<SummaryTabs />}
      actions={<HandbookLink topic="segments" />}
    >
      <DrawPart />
      <LoadError queries={[list]} />
      {list.data && segments.length === 0 && <p>{t('ranked.none')}</p>}
      <ul className={lists.list} aria-label={t('ranked.own')}>
        {segments.map((segment) => (
          <SegmentItem key={segment.id} segment={segment} />
        ))}
      </ul>
      <MoreButton list={list} />
    </Page>
  )
}

/** A button that opens the form for drawing a segment, and has the focus after it closes. */
function DrawPart() {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const toggle = async () => {
    if (!isOpen) setOpen(true)
    else if (await confirmLeaving()) close()
  }
  return (
    <>
      <div>
        <Button
          ref={button}
          leftSection={<IconPencil size={18} stroke={1.75} />}
          aria-expanded={isOpen}
          onClick={() => void toggle()}
        >
          {t('ranked.draw')}
        </Button>
      </div>
      {isOpen && <DrawSegment onClose={close} />}
    </>
  )
}

function SegmentItem({ segment }: { segment: ListedSegment }) {
  const preferences = usePreferences()
  const { id, name, sport_id: sportId, length, best, visibility } = segment
  const distance = formatSportDistance(length / METRES_PER_KM, sportId, preferences)
  return (
    <li>
      <ItemRow
        picture={<SportMedal sportId={sportId} size={36} />}
        name={
          <Link to="/segments/$segmentId" params={{ segmentId: id }}>
            {name}
          </Link>
        }
        facts={[
          `${formatQuantity(distance)} · ${getVisibilityName(visibility)}`,
          best !== null && `${t('routes.best')}: ${formatClock(best)}`,
        ]}
      />
    </li>
  )
}
