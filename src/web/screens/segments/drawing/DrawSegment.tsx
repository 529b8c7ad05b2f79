import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { hasExplorerTiles } from '@/domain/reference/explorer-sports'
import { METRES_PER_KM } from '@/domain/reference/lengths'
import { isSegmentLength } from '@/domain/reference/segment-length'
import { configQuery } from '@/web/api/accounts/config'
import {
  createSegment,
  refreshSegments,
  type SegmentFields,
} from '@/web/api/segments/edit-segments'
import { SportSelect } from '@/web/components/forms/SportSelect'
import { Panel } from '@/web/components/page/Panel'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { SegmentForm } from '@/web/components/segments/SegmentForm'
import { formatQuantity } from '@/web/format/quantity'
import { formatSportDistance } from '@/web/format/sport-distance'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { useSport } from '@/web/state/sports'
import { useUnsavedChanges } from '@/web/state/unsaved-changes'
import classes from './DrawSegment.module.css'
import { formatLengthLimits } from './format-length-limits'
import { useDrawnLine } from './use-drawn-line'
import { type LatestRoute, useLatestRoute } from './use-latest-route'

/** Loaded lazily: the code of the map is larger than the rest of the screen. */
const DrawnLineMap = lazy(async () => ({
  default: (await import('@/web/map/drawing/DrawnLineMap')).DrawnLineMap,
}))

const NEW: SegmentFields = { name: '', visibility: 'private' }

type DrawnLine = ReturnType<typeof useDrawnLine>

/** A map and a form for a segment that the user draws. Opens the page of the new segment. */
export function DrawSegment({ onClose }: { onClose: () => void }) {
  const route = useLatestRoute()
  return (
    <Panel title={t('ranked.draw')}>{route && <Drawing route={route} onClose={onClose} />}</Panel>
  )
}

function Drawing({ route, onClose }: { route: LatestRoute; onClose: () => void }) {
  const [home] = useState(route.bounds)
  const [sportId, setSportId] = useState(route.sportId)
  const [isAttempted, setAttempted] = useState(false)
  const line = useDrawnLine()
  const preferences = usePreferences()
  const saving = useSaving()
  useUnsavedChanges(line.points.length > 0 && !saving.isPending)
  const isLong = isSegmentLength(line.length)
  const save = (fields: SegmentFields) => {
    setAttempted(true)
    if (sportId === undefined || !isLong) return
    saving.mutate({ fields, drawing: { sport_id: sportId, positions: [...line.points] } })
  }
  return (
    <>
      <p className={classes.hint}>{t('ranked.drawHint')}</p>
      <DrawingMap line={line} home={home} sportId={sportId} />
      <LineTools line={line} sportId={sportId} />
      {isAttempted && !isLong && (
        <p className={classes.error} role="alert">
          {t('ranked.lengthRule', formatLengthLimits(preferences))}
        </p>
      )}
      <SegmentForm
        label={t('ranked.draw')}
        initial={NEW}
        saving={saving}
        onSave={save}
        onCancel={onClose}
      >
        <SportSelect
          label={t('add.sport')}
          auto={null}
          value={sportId}
          error={isAttempted && sportId === undefined && t('add.sportHint')}
          disabled={false}
          isOffered={hasExplorerTiles}
          onChange={(chosen) => setSportId(chosen ?? undefined)}
        />
      </SegmentForm>
    </>
  )
}

function useSaving() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({
      fields,
      drawing,
    }: {
      fields: SegmentFields
      drawing: { sport_id: number; positions: DrawnLine['points'][number][] }
    }) => createSegment(fields, { drawing }),
    onSuccess: async ({ id }) => {
      await refreshSegments(client)
      await navigate({ to: '/segments/$segmentId', params: { segmentId: id } })
    },
  })
}

function DrawingMap({
  line: { points, events },
  home,
  sportId = 0,
}: {
  line: DrawnLine
  home: LatestRoute['bounds']
  sportId: number | undefined
}) {
  const { data: config } = useQuery(configQuery)
  const sport = useSport(sportId)
  return (
    <div className={classes.map}>
      <Suspense>
        {config && (
          <DrawnLineMap
            points={points}
            home={home}
            source={config}
            color={getSportStyle(sportId, sport?.color).color}
            events={events}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Buttons that change the line, and how long it is. */
function LineTools({
  line: { points, length, addMiddle, undo, clear },
  sportId,
}: {
  line: DrawnLine
  sportId: number | undefined
}) {
  const preferences = usePreferences()
  const distance = formatSportDistance(length / METRES_PER_KM, sportId, preferences)
  const isEmpty = points.length === 0
  return (
    <div className={classes.tools}>
      <Button variant="default" size="sm" onClick={addMiddle}>
        {t('privacyZones.useMiddle')}
      </Button>
      <Button variant="default" size="sm" disabled={isEmpty} onClick={undo}>
        {t('ranked.undoPoint')}
      </Button>
      <Button variant="default" size="sm" disabled={isEmpty} onClick={clear}>
        {t('ranked.restart')}
      </Button>
      <span role="status">
        {t('ranked.drawn', { count: points.length, length: formatQuantity(distance) })}
      </span>
    </div>
  )
}
