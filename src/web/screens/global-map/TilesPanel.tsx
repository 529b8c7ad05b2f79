import { CloseButton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { LoadError } from '@/web/components/feedback/LoadError'
import { SegmentedControl } from '@/web/components/numbers/SegmentedControl'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { formatDate } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import { t } from '@/web/i18n/text'
import {
  downloadTiles,
  type Explorer,
  explorerQuery,
  type TileZoom,
} from '@/web/map/tiles/explorer-query'
import { usePreferences } from '@/web/state/preferences'
import classes from './TilesPanel.module.css'

/** The numbers of visited tiles over the map, with a choice of their size. */
export function TilesPanel({
  zoom,
  onChange,
}: {
  zoom: TileZoom
  /** Called with undefined to hide the tiles. */
  onChange: (zoom: TileZoom | undefined) => void
}) {
  const explorer = useQuery(explorerQuery(zoom))
  return (
    <section className={classes.panel} aria-label={t('explorer.visited')}>
      <header>
        <SegmentedControl
          label={t('explorer.size')}
          value={zoom}
          onChange={onChange}
          data={[
            { value: '14', label: t('explorer.large') },
            { value: '17', label: t('explorer.small') },
          ]}
        />
        <CloseButton aria-label={t('form.close')} onClick={() => onChange(undefined)} />
      </header>
      {explorer.data && <Numbers explorer={explorer.data} />}
      {!explorer.data && <LoadError queries={[explorer]} />}
      <footer>
        <TileExport zoom={zoom} />
        <Link to="/regions">{t('regions.title')}</Link>
        <HandbookLink topic="maps" section="explorer-tiles" />
      </footer>
    </section>
  )
}

function Numbers({ explorer }: { explorer: Explorer }) {
  const preferences = usePreferences()
  const { locale } = preferences
  const { tile_count, largest_square: square, largest_cluster: cluster, complete } = explorer
  const side = formatNumber(square?.size ?? 0, 0, locale)
  return (
    <>
      {!complete && <p className={classes.counting}>{t('explorer.counting')}</p>}
      <dl className={classes.numbers}>
        <div data-tiles="visited">
          <dt>{t('explorer.visited')}</dt>
          <dd>{formatNumber(tile_count, 0, locale)}</dd>
        </div>
        <div data-tiles="square">
          <dt>{t('explorer.square')}</dt>
          <dd>{`${side} × ${side}`}</dd>
        </div>
        <div data-tiles="cluster">
          <dt>{t('explorer.cluster')}</dt>
          <dd>{formatNumber(cluster.tile_count, 0, locale)}</dd>
        </div>
      </dl>
      {explorer.latest.length > 0 && (
        <ul className={classes.latest} aria-label={t('explorer.latest')}>
          {explorer.latest.map(({ id, workout_date, new_tiles: count }) => (
            <li key={id}>
              <Link to="/workouts/$workoutId" params={{ workoutId: id }}>
                {formatDate(new Date(workout_date), preferences)}
              </Link>
              <span>{t('explorer.new', { count })}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function TileExport({ zoom }: { zoom: TileZoom }) {
  const saving = useMutation({ mutationFn: downloadTiles })
  return (
    <>
      {(['gpx', 'kml'] as const).map((format) => (
        <BusyButton
          key={format}
          variant="default"
          size="compact-sm"
          busy={saving.isPending && saving.variables.format === format}
          aria-label={t('explorer.export', { format: format.toUpperCase() })}
          onClick={() => saving.mutate({ zoom, format })}
        >
          {format.toUpperCase()}
        </BusyButton>
      ))}
      <ErrorNote error={saving.error} />
    </>
  )
}
