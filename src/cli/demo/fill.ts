import type { Config } from '@/lib/config/config'
import { DAY, HOUR } from '@/lib/time/clock'
import type { AppContext } from '@/services/context'
import { createAccount, requireCredentials } from '@/use-cases/accounts/registration/create-account'
import { type DemoApi, demoApi } from './api'
import { planModeration } from './moderation'
import { type DemoPerson, FOLLOWS, PEOPLE } from './people'
import { type Random, randomOf } from './random'
import { createRoutes, type Routes } from './route'
import { createSchedule, type Schedule } from './schedule'
import { planTalk } from './talk'
import { addOuting } from './uploads'
import { daysUntil, type Plan } from './year'

/** Everything a demo needs: a server without accounts, and a function that sets the server's clock. */
export interface Demo {
  ctx: AppContext
  password: string
  end: Date
  days: number
  turnClock: (now: number) => void
  /** Called after each workout with the number of workouts created so far, and in total. */
  progress: (done: number, total: number) => void
}

/** @throws Error when the password is not valid for the demo accounts */
export function requireDemoPassword(password: string, config: Config): void {
  for (const { name } of PEOPLE)
    requireCredentials({ username: name, email: emailOf(name), password }, config)
}

const emailOf = (name: string) => `${name}@example.org`

const DILIGENCE: Readonly<Record<string, number>> = { alex: 1, mia: 0.4, jonas: 0.15, priya: 0.25 }

const EQUIPMENT = [
  { label: 'Road bike', equipment_type_id: 2, sports: [1], description: 'Steel, 2016, new wheels' },
  { label: 'Old city bike', equipment_type_id: 2, sports: [2], description: '' },
  { label: 'Hardtail', equipment_type_id: 2, sports: [4], description: '' },
  { label: 'Road shoes', equipment_type_id: 1, sports: [5], description: 'Second pair' },
  { label: 'Boots', equipment_type_id: 1, sports: [3, 8], description: '' },
  { label: 'Skis', equipment_type_id: 5, sports: [10], description: '' },
] as const

/** Thresholds of the owner, from which heart rate zones and training load are computed. */
const THRESHOLDS = { max_hr: 186, resting_hr: 48, lthr: 168, ftp: 250, threshold_pace: 285 }

/** Fills an empty server with plausible data of five users. */
export async function fillDemo(demo: Demo): Promise<void> {
  const { ctx, end, days } = demo
  const api = demoApi(ctx)
  const schedule = createSchedule(end.getTime())
  const begin = end.getTime() - (days + 7) * DAY
  demo.turnClock(begin)
  for (const person of PEOPLE) await settle(demo, api, person)
  schedule.plan(begin + DAY, () => followEachOther(api))
  const latest = planYears(demo, { api, routes: createRoutes(), schedule, random: randomOf(5) })
  planModeration({ api, schedule, end: end.getTime(), workout: () => latest.id })
  await schedule.run(demo.turnClock)
}

async function settle({ ctx, password }: Demo, api: DemoApi, person: DemoPerson): Promise<void> {
  const { name, role, profile, preferences } = person
  const email = emailOf(name)
  await createAccount(ctx, {
    username: name,
    email,
    password,
    role,
    lang: 'en',
    tz: 'Europe/Berlin',
  })
  await api.call(name, 'POST', '/auth/account/privacy-policy', { accepted_policy: true })
  await api.call(name, 'POST', '/auth/profile/edit', profile)
  await api.call(name, 'POST', '/auth/profile/edit/preferences', {
    ...preferences,
    weekm: true,
    use_dark_mode: null,
    date_format: 'date_string',
  })
  if (role !== 'owner') return
  const today = new Date(ctx.clock.now()).toISOString().slice(0, 10)
  await api.call(name, 'PUT', `/auth/profile/weights/${today}`, { weight: 74.5 })
  const day = new Date(ctx.clock.now() - DAY).toISOString().slice(0, 10)
  for (const [kind, value] of Object.entries(THRESHOLDS))
    await api.call(name, 'PUT', `/thresholds/${kind}/${day}`, { value })
  for (const { sports, ...equipment } of EQUIPMENT)
    await api.call(name, 'POST', '/equipments', {
      ...equipment,
      default_for_sport_ids: sports,
      visibility: 'followers_only',
    })
}

async function followEachOther(api: DemoApi): Promise<void> {
  for (const [follower, followed] of FOLLOWS)
    await api.call(follower, 'POST', `/users/${followed}/follow`)
}

interface Stage {
  api: DemoApi
  routes: Routes
  schedule: Schedule
  random: Random
}

const endOf = ({ start, minutes, kilometres }: Plan): number =>
  start.getTime() + Math.max(minutes / 60, kilometres / 14, 0.5) * HOUR

function planYears({ end, days, progress }: Demo, stage: Stage): { id?: string } {
  const latest: { id?: string } = {}
  const plans = PEOPLE.flatMap(({ name, home }, index) =>
    daysUntil(end, { home, seed: 11 + index, diligence: DILIGENCE[name] ?? 0, days }).map(
      (plan) => ({
        name,
        plan,
      }),
    ),
  ).filter(({ plan }) => endOf(plan) < end.getTime())
  let done = 0
  for (const { name, plan } of plans) {
    const at = endOf(plan)
    stage.schedule.plan(at, async () => {
      const id = await addOuting(stage, name, plan)
      done += 1
      progress(done, plans.length)
      if (name === 'alex') latest.id = id
      const others = FOLLOWS.filter(([, followed]) => followed === name).map(([other]) => other)
      const friends = others.filter((other) => other !== 'tom')
      planTalk(stage, { owner: name, others: friends, id, at })
    })
  }
  return latest
}
