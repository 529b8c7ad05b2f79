import { Button } from '@mantine/core'
import { IconMapSearch, IconPencil } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { SegmentSearch } from '@/web/api/segments/segment-search'
import { segmentsQuery } from '@/web/api/segments/segments'
import { LoadError } from '@/web/components/feedback/LoadError'
import lists from '@/web/components/lists/ItemList.module.css'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { SummaryTabs } from '@/web/components/numbers/SummaryTabs'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Page } from '@/web/components/page/Page'
import { t } from '@/web/i18n/text'
import { confirmLeaving } from '@/web/state/unsaved-changes'
import { DrawSegment } from './drawing/DrawSegment'
import { NearbySegments } from './nearby/NearbySegments'
import { SegmentItem } from './SegmentItem'
import classes from './SegmentsScreen.module.css'

const route = getRouteApi('/member/segments')

/** The segments of the account, newest first, and a search for those of others. */
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
      <SegmentActions />
      <h2 className={classes.heading}>{t('ranked.own')}</h2>
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

/** Buttons that open the search and the form for drawing a segment, one at a time. */
function SegmentActions() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [open, setOpen] = useState<'find' | 'draw' | null>(search.coordinates ? 'find' : null)
  const drawButton = useRef<HTMLButtonElement>(null)
  const change = (words: SegmentSearch) =>
    void navigate({ to: '/segments', search: words, replace: true })
  const toggle = async (part: 'find' | 'draw') => {
    if (open === 'draw' && !(await confirmLeaving())) return
    if (open === 'find') change({})
    setOpen(open === part ? null : part)
  }
  const closeDrawing = () => {
    setOpen(null)
    drawButton.current?.focus()
  }
  return (
    <>
      <div className={classes.actions}>
        <PartButton
          icon={<IconMapSearch size={18} stroke={1.75} />}
          isOpen={open === 'find'}
          onClick={() => void toggle('find')}
        >
          {t('ranked.find')}
        </PartButton>
        <PartButton
          ref={drawButton}
          icon={<IconPencil size={18} stroke={1.75} />}
          isOpen={open === 'draw'}
          onClick={() => void toggle('draw')}
        >
          {t('ranked.draw')}
        </PartButton>
      </div>
      {open === 'find' && <NearbySegments search={search} onChange={change} />}
      {open === 'draw' && <DrawSegment onClose={closeDrawing} />}
    </>
  )
}

function PartButton({
  ref,
  icon,
  isOpen,
  onClick,
  children,
}: {
  ref?: RefObject<HTMLButtonElement | null>
  icon: ReactNode
  isOpen: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Button
      {...(ref && { ref })}
      variant={isOpen ? 'filled' : 'default'}
      leftSection={icon}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
