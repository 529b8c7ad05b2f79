import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { EffortTarget } from '@/web/api/efforts'
import { Choice } from '@/web/components/Choice'
import { EFFORT_KIND_NAMES, EFFORT_KINDS, effortTarget } from '@/web/components/effort-text'
import { LoadError } from '@/web/components/LoadError'
import { Page } from '@/web/components/Page'
import { Panel } from '@/web/components/Panel'
import type { NumberPreferences } from '@/web/format/quantity'
import { t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'
import classes from './EffortsScreen.module.css'
import { History } from './History'
import { daysOf, PERIODS } from './periods'
import { Ranking } from './Ranking'
import { TIME_NAMES } from './time-names'
import { useDoneSports } from './use-done-sports'

const route = getRouteApi('/member/efforts/ranking')
const TIMES = ['ever', ...PERIODS] as const

/** One distance or time of a sport: how the best became better, and all efforts for it, the best first. */
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
        <LoadError of={asked} />
        {asked.every(({ isSuccess }) => isSuccess) && <p>{t('efforts.none')}</p>}
      </Page>
    )
  const days = daysOf(time, {}, new Date(), preferences.timeZone)
  return (
    <Page wide title={nameOf(wanted, sport.name, preferences)} actions={back}>
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

/** What was done over a distance needs no name; over a time it may be power, heart rate or metres climbed. */
function nameOf(wanted: EffortTarget, sport: string, preferences: NumberPreferences): string {
  const target = effortTarget(wanted, preferences)
  const kind = wanted.kind === 'distance' ? [] : [t(EFFORT_KIND_NAMES[wanted.kind])]
  return [...kind, target, sport].join(', ')
}

/** The target that an address names; undefined for what is none. */
function wantedIn(
  search: { kind?: string | undefined; target?: string | undefined },
  sportId: number | undefined,
): EffortTarget | undefined {
  const kind = EFFORT_KINDS.find((name) => name === search.kind)
  const target = Number(search.target)
  return kind && target > 0 && sportId !== undefined ? { sportId, kind, target } : undefined
}
