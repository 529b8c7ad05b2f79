import type { DemoApi } from './api'
import { gpxOf, indoorTcxOf } from './recordings'
import { MANNERS } from './sports'
import { trackOf } from './track'
import type { Plan } from './year'

/** Sport ids of workouts without a course. */
const ELSEWHERE = { trainer: 13, pool: 16, tennis: 24 } as const

const DEVICES = ['Garmin Edge 540', 'Polar Vantage V3', 'OsmAnd 4.9'] as const

/** Creates the workout of a plan for a user. Returns the id of the workout. */
export async function addOuting(api: DemoApi, who: string, plan: Plan): Promise<string> {
  const added = plan.what === 'tennis' ? await enter(api, who, plan) : await upload(api, who, plan)
  const id = added.data?.workouts?.[0]?.id
  if (!id) throw new Error(`The workout ${plan.title} was not created.`)
  return id
}

const textsOf = ({ title, description, notes }: Plan) => ({
  title,
  ...(description && { description }),
  ...(notes && { notes }),
})

const enter = (api: DemoApi, who: string, plan: Plan) =>
  api.call(who, 'POST', '/workouts/no_gpx', {
    ...textsOf(plan),
    sport_id: ELSEWHERE.tennis,
    workout_date: plan.start.toISOString().slice(0, 16).replace('T', ' '),
    duration: plan.minutes * 60,
    distance: 3.2,
  })

function upload(api: DemoApi, who: string, plan: Plan) {
  const { name, text, sportId } = recordingOf(plan)
  const form = new FormData()
  form.append('file', new File([text], name))
  form.append('data', JSON.stringify({ ...textsOf(plan), sport_id: sportId }))
  return api.call(who, 'POST', '/workouts', form)
}

function recordingOf(plan: Plan): { name: string; text: string; sportId: number } {
  const name = plan.start.toISOString().slice(0, 10)
  const { what, start, minutes } = plan
  if (what === 'trainer') {
    const watts = 190
    const text = indoorTcxOf({ start, minutes, speed: 31, heart: [118, 168], watts, interval: 240 })
    return { name: `${name}.tcx`, text, sportId: ELSEWHERE.trainer }
  }
  if (what === 'pool' || what === 'tennis') {
    const text = indoorTcxOf({ start, minutes, speed: 2.6, heart: [104, 152], interval: 90 })
    return { name: `${name}.tcx`, text, sportId: ELSEWHERE.pool }
  }
  const { from, kilometres, seed, outAndBack, halts, form } = plan
  const manner = MANNERS[what]
  const segments = trackOf({
    shape: { from, kilometres, seed, outAndBack },
    manner,
    start,
    form,
    halts,
  })
  const device = DEVICES[manner.sportId % DEVICES.length] ?? DEVICES[0]
  return { name: `${name}.gpx`, text: gpxOf(segments, device), sportId: manner.sportId }
}
