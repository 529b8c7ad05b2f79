import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef } from 'react'
import { configQuery } from '@/web/api/accounts/config'
import type { PrivacyZone, SuggestedZone } from '@/web/api/privacy/privacy'
import { Legend, LegendItem } from '@/web/components/numbers/Legend'
import { t } from '@/web/i18n/text'
import type { Position } from '@/web/map/nearest-position'
import classes from './PrivacyZones.module.css'
import type { ZoneEditor } from './use-zone-editor'
import { toZoneDraft } from './zone-fields'

/** Loaded lazily: most settings need no code of maps. */
const ZoneMap = lazy(() =>
  import('@/web/map/zones/ZoneMap').then((module) => ({ default: module.ZoneMap })),
)

/** The map of the zones and of the one in the form, with an explanation of its lines. */
export function ZoneMapPart({
  zones,
  suggestions,
  editor,
}: {
  zones: readonly PrivacyZone[]
  suggestions: readonly SuggestedZone[]
  editor: ZoneEditor
}) {
  const { data: config } = useQuery(configQuery)
  const events = useMapEvents(editor)
  const edited = editor.target?.zone?.id
  const others = useMemo(() => zones.filter(({ id }) => id !== edited), [zones, edited])
  const fields = editor.target ? editor.form.values : null
  const draft = useMemo(() => fields && toZoneDraft(fields), [fields])
  const skeleton = <Skeleton className={classes.map} />
  return (
    <>
      <Suspense fallback={skeleton}>
        {config ? (
          <ZoneMap
            zones={others}
            suggestions={suggestions}
            draft={draft}
            source={config}
            events={events}
          />
        ) : (
          skeleton
        )}
      </Suspense>
      <div className={classes.explained}>
        <Legend label={t('privacyZones.legend')}>
          <LegendItem shape="solid" color="var(--mp-accent)">
            {t('privacyZones.zone')}
          </LegendItem>
          <LegendItem shape="dashed" color="var(--mp-accent)">
            {t('privacyZones.hidden')}
          </LegendItem>
        </Legend>
        <p>{t('privacyZones.whyShifted')}</p>
      </div>
    </>
  )
}

/** The callbacks of the map, which stay the same while the editor changes. */
function useMapEvents(editor: ZoneEditor) {
  const latest = useRef(editor)
  latest.current = editor
  return useMemo(
    () => ({
      onClick: (position: Position) => latest.current.onMapClick(position),
      onMove: (index: number, position: Position) => latest.current.onMove(index, position),
      onView: (position: Position) => {
        latest.current.middle.current = position
      },
    }),
    [],
  )
}
