import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { type Days, type EffortTarget, rankingQuery } from '@/web/api/workouts/efforts'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Choice } from '@/web/components/forms/Choice'
import { MoreButton } from '@/web/components/lists/MoreButton'
import {
  EFFORT_KIND_NAMES,
  EFFORT_KINDS,
  formatEffortTarget,
} from '@/web/components/numbers/effort-text'
import { NumberTable } from '@/web/components/numbers/NumberTable'
import { Page } from '@/web/components/page/Page'
import { Panel } from '@/web/components/page/Panel'
import { formatDate } from '@/web/format/dates'
import { formatNumber } from '@/web/format/numbers'
import type { NumberPreferences } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './EffortsScreen.module.css'
import { EffortValue } from './EffortTable'
import { History } from './History'
import { getDays, PERIODS } from './periods'
import { TIME_NAMES } from './time-names'
import { useDoneSports } from './use-done-sports'

const route = getRouteApi('/member/efforts/ranking')
const TIMES = ['ever', ...PERIODS] as const

/** One distance or time of a sport: how the record improved, and all efforts for it, best first. */
export function TargetScreen() {
  const search = route.useSearch()
  const navigate = useNavigate()
  const preferences = usePreferences()
  const { sport, asked } = useDoneSports(search.sport)
  const wanted = wantedIn(search, sport?.id)
  const time = TIMES.find((name) => name === search.period) ?? 'ever'
  const back = (
    <Link to="/efforts" search={{ sport: search.sport }}>
      {t('effort.title')}
    </Link>
  )
  if (!wanted || !sport)
    return (
      <Page wide title={t('efforts.ranking')} actions={back}>
        <LoadError queries={asked} />
        {asked.every(({ isSuccess }) => isSuccess) && <p>{t('efforts.none')}</p>}
      </Page>
    )
  const days = getDays(time, {}, new Date(), preferences.timeZone)
  return (
    <Page wide title={formatTargetName(wanted, sport.name, preferences)} actions={back}>
      <Panel title={t('efforts.history')} text={t('efforts.historyText')}>
        <History wanted={wanted} />
      </Panel>
      <Panel title={t('efforts.ranking')}>
        <div className={classes.tools}>
          <Choice
            label={t('efforts.time')}
            options={TIMES.map((value) => ({ value, label: t(TIME_NAMES[value]) }))}
            value={time}
            onChange={(period) =>
              void navigate({
                to: '/efforts/ranking',
                search: { ...search, period },
                replace: true,
              })
            }
          />
        </div>
        <Ranking wanted={wanted} days={days} />
      </Panel>
    </Page>
  )
}

/** Distances need no kind; efforts over a time may be of power, heart rate or climbing. */
function formatTargetName(
  wanted: EffortTarget,
  sport: string,
  preferences: NumberPreferences,
): string {
  const target = formatEffortTarget(wanted, preferences)
  const kind = wanted.kind === 'distance' ? [] : [t(EFFORT_KIND_NAMES[wanted.kind])]
  return [...kind, target, sport].join(', ')
}

/** The target of a URL without one. */
const DEFAULT_TARGET = { kind: 'distance', target: 5000 } as const

/** The target in the URL, or a default one; undefined if it is invalid or the sport is not known yet. */
function wantedIn(
  search: { kind?: string | undefined; target?: string | undefined },
  sportId: number | undefined,
): EffortTarget | undefined {
  if (sportId !== undefined && search.kind === undefined && search.target === undefined)
    return { sportId, ...DEFAULT_TARGET }
  const kind = EFFORT_KINDS.find((name) => name === search.kind)
  const target = Number(search.target)
  return kind && target > 0 && sportId !== undefined ? { sportId, kind, target } : undefined
}

/** All efforts for a target in a period, best first, paged. */
function Ranking({ wanted, days }: { wanted: EffortTarget; days: Days }) {
  const preferences = usePreferences()
  const list = useInfiniteQuery(rankingQuery(wanted, days))
  if (!list.data) return <LoadError queries={[list]} />
  const efforts = list.data.pages.flatMap(({ data }) => data.efforts)
  if (efforts.length === 0) return <p>{t('efforts.noneInTime')}</p>
  return (
    <>
      <NumberTable
        title={t('efforts.ranked')}
        headings={[t('efforts.place'), t('effort.value'), t('edit.workout')]}
      >
        {efforts.map((effort, index) => (
          <tr key={effort.workout_id}>
            <th scope="row">{formatNumber(index + 1, 0, preferences.locale)}</th>
            <td>
              <EffortValue effort={effort} sportId={wanted.sportId} />
            </td>
            <td>
              <Link
                className={`${classes.holder} ${classes.title}`}
                to="/workouts/$workoutId"
                params={{ workoutId: effort.workout_id }}
              >
                {effort.workout_title || t('workout.untitled')}
                <small>{formatDate(new Date(effort.workout_date), preferences)}</small>
              </Link>
            </td>
          </tr>
        ))}
      </NumberTable>
      <MoreButton list={list} />
    </>
  )
}
