import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type EffortTarget, effortHistoryQuery } from '@/web/api/efforts'
import { LoadError } from '@/web/components/LoadError'
import { MoreButton } from '@/web/components/MoreButton'
import { NumberTable } from '@/web/components/NumberTable'
import { formatDate } from '@/web/format/dates'
import { t } from '@/web/i18n/text'
import { LinePlot } from '@/web/plots/LinePlot'
import { usePreferences } from '@/web/state/preferences'
import { EffortValue } from './EffortTable'
import { measureOf } from './effort-measures'

/** How the best for a target became better: as steps in time, and as a table, the latest first, page by page. */
export function History({ wanted }: { wanted: EffortTarget }) {
  const preferences = usePreferences()
  const list = useInfiniteQuery(effortHistoryQuery(wanted))
  if (!list.data) return <LoadError of={[list]} />
  const efforts = list.data.pages.flatMap(({ data }) => data.efforts)
  if (efforts.length === 0) return <p>{t('efforts.noneOfTarget')}</p>
  const { numberOf, ...measure } = measureOf(wanted, preferences)
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
          writeX: (instant) => formatDate(new Date(instant), preferences),
          writeY: measure.write,
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
