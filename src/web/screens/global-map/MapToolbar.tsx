import { Button, RangeSlider } from '@mantine/core'
import { IconGridDots, IconList } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useMemo } from 'react'
import { sportsQuery } from '@/web/api/accounts/sports'
import { getSportStyle } from '@/web/components/people/sport-styles'
import { formatDistance, formatQuantity } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import type { MapLines } from '@/web/map/lines/map-lines-query'
import { usePreferences } from '@/web/state/preferences'
import type { LineFilter } from './line-filter'
import classes from './MapToolbar.module.css'

interface ButtonsProps {
  /** Whether the list is open. */
  opened: boolean
  /** The button that opens the list. */
  toggle: RefObject<HTMLButtonElement | null>
  /** Whether visited tiles are shown. */
  hasTiles: boolean
  onToggle: () => void
  onToggleTiles: () => void
}

/** Filters by year and sport, the totals of the workouts in view, and the buttons for visited tiles and the list. */
export function MapToolbar({
  data,
  years,
  filter,
  inView,
  onChange,
  ...buttons
}: ButtonsProps & {
  data: MapLines
  /** The year of each workout, latest first. */
  years: Uint16Array
  filter: LineFilter
  /** Positions of the workouts in view. */
  inView: readonly number[]
  onChange: (filter: LineFilter) => void
}) {
  const preferences = usePreferences()
  const kilometres = inView.reduce((sum, at) => sum + (data.distances[at] ?? 0), 0)
  const distance = formatQuantity(formatDistance(kilometres, preferences))
  return (
    <div className={classes.toolbar}>
      <YearRange
        years={years}
        value={filter.years}
        onChange={(chosen) => onChange({ ...filter, years: chosen })}
      />
      <SportChips
        sportIds={data.sportIds}
        chosen={filter.sports}
        onChange={(sports) => onChange({ ...filter, sports })}
      />
      <p className={classes.totals} role="status">
        {t('globalMap.totals', { count: inView.length, distance })}
      </p>
      <Buttons {...buttons} />
    </div>
  )
}

function Buttons({ opened, toggle, hasTiles, onToggle, onToggleTiles }: ButtonsProps) {
  return (
    <>
      <Button
        variant="default"
        className={classes.list}
        leftSection={<IconGridDots size={18} stroke={1.75} />}
        aria-pressed={hasTiles}
        onClick={onToggleTiles}
      >
        {t('explorer.title')}
      </Button>
      <Button
        ref={toggle}
        variant="default"
        className={classes.list}
        leftSection={<IconList size={18} stroke={1.75} />}
        aria-expanded={opened}
        onClick={onToggle}
      >
        {t('workouts.list')}
      </Button>
    </>
  )
}

/** A slider for a range of years; hidden while all workouts are of the same year. */
function YearRange({
  years,
  value,
  onChange,
}: {
  years: Uint16Array
  value: LineFilter['years']
  onChange: (years: LineFilter['years']) => void
}) {
  const [last = 0, first = 0] = [years[0], years.at(-1)]
  const [from, to] = value
  if (first === last) return null
  return (
    <fieldset className={classes.years} aria-label={t('globalMap.years')}>
      <span>{from}</span>
      <RangeSlider
        className={classes.slider}
        min={first}
        max={last}
        minRange={0}
        step={1}
        value={[from, to]}
        label={null}
        thumbFromLabel={t('globalMap.firstYear')}
        thumbToLabel={t('globalMap.lastYear')}
        onChange={onChange}
      />
      <span>{to}</span>
    </fieldset>
  )
}

/** A button for each sport with lines, most frequent first. Without any pressed button, all are shown. */
function SportChips({
  sportIds,
  chosen,
  onChange,
}: {
  sportIds: Uint32Array
  chosen: ReadonlySet<number>
  onChange: (chosen: ReadonlySet<number>) => void
}) {
  const { data: sports } = useQuery(sportsQuery)
  const used = useMemo(() => {
    const counts = new Map<number, number>()
    for (const id of sportIds) counts.set(id, (counts.get(id) ?? 0) + 1)
    return [...counts].sort(([, a], [, b]) => b - a).map(([id]) => id)
  }, [sportIds])
  if (used.length < 2) return <span className={classes.chips} />
  return (
    <fieldset className={classes.chips} aria-label={t('settings.sports')}>
      {used.map((id) => {
        const sport = sports?.find((each) => each.id === id)
        const { color } = getSportStyle(id, sport?.color)
        return (
          <button
            key={id}
            type="button"
            aria-pressed={chosen.has(id)}
            onClick={() => onChange(chosen.symmetricDifference(new Set([id])))}
          >
            <i style={{ background: color }} />
            {sport?.label}
          </button>
        )
      })}
    </fieldset>
  )
}
