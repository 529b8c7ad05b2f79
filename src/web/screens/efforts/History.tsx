import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type EffortTarget, effortHistoryQuery } from '@/web/api/workouts/efforts'
import { LinePlot } from '@/web/charts/plots/LinePlot'
import { LoadError } from '@/web/components/feedback/LoadError'
import { MoreButton } from '@/web/components/lists/MoreButton'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import { EffortValue } from './EffortTable'
import { getEffortMeasure } from './effort-measures'

/** How the record for a target improved: as a step chart, and as a paged table with the latest first. */
export function History({ wanted }: { wanted: EffortTarget }) {
  const preferences = usePreferences()
  const list = useInfiniteQuery(effortHistoryQuery(wanted))
  if (!list.data) return <LoadError queries={[list]} />
  const efforts = list.data.pages.flatMap(({ data }) => data.efforts)
  if (efforts.length === 0) return <p>{t('efforts.noneOfTarget')}</p>
  const { numberOf, ...measure } = getEffortMeasure(wanted, preferences)
  const points = efforts.toReversed().map((effort) => ({
    x: Date.parse(effort.workout_date),
    y: numberOf(effort),
  }))
  return (
    <>
      <LinePlot
        lines={[{ id: 'best', name: t('effort.value'), points }]}
        axes={{
          ...measure,
          isLogarithmic: false,
          isStepped: true,
          end: Math.max(Date.now(), points.at(-1)?.x ?? 0),
          formatX: (instant) => formatDate(new Date(instant), preferences),
          formatY: measure.write,
        }}
      />
      <NumberTable
        title={t('efforts.bests')}
        headings={[t('filter.date'), t('effort.value'), t('efforts.betterBy')]}
      >
        {efforts.map((effort) => (
          <tr key={effort.workout_id}>
            <th scope="row">
              <Link
                to="/workouts/$workoutId"
                params={{ workoutId: effort.workout_id }}
                title={effort.workout_title ?? undefined}
              >
                {formatDate(new Date(effort.workout_date), preferences)}
              </Link>
            </th>
            <td>
              <EffortValue effort={effort} sportId={wanted.sportId} />
            </td>
            <td>
              {effort.former === null
                ? '–'
                : measure.write(
                    Math.abs(numberOf(effort) - numberOf({ ...effort, value: effort.former })),
                  )}
            </td>
          </tr>
        ))}
      </NumberTable>
      <MoreButton list={list} />
    </>
  )
}
