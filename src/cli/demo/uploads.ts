import type { DemoApi } from './api'
import { addPhotos } from './painted-photos'
import { randomOf } from './random'
import { gpxOf, indoorTcxOf } from './recordings'
import type { Routes } from './route'
import { MANNERS } from './sports'
import { type DemoPoint, trackOf } from './track'
import type { Plan } from './year'

/** Sport ids of workouts without a course. */
const ELSEWHERE = { trainer: 13, pool: 16, tennis: 24 } as const

/** The share of outings with a stop of which there are photos. */
const PHOTOS_SHARE = 0.15

const DEVICES = ['Garmin Edge 540', 'Polar Vantage V3', 'OsmAnd 4.9'] as const

/** What the recordings of a demo are made with, and sent to. */
export interface Outdoors {
  api: DemoApi
  routes: Routes
}

/** Creates the workout of a plan for a user. Returns the id of the workout. */
export async function addOuting(outdoors: Outdoors, who: string, plan: Plan): Promise<string> {
  const added =
    plan.what === 'tennis'
      ? await enter(outdoors.api, who, plan)
      : await upload(outdoors, who, plan)
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

async function upload({ api, routes }: Outdoors, who: string, plan: Plan) {
  const { name, text, sportId, points } = recordingOf(plan, routes)
  const random = randomOf(plan.start.getTime() % 999_979)
  const isScenic = points !== undefined && plan.halts.length > 0 && random() < PHOTOS_SHARE
  const photos = isScenic ? await addPhotos(api, who, { points, random }) : []
  const form = new FormData()
  form.append('file', new File([text], name))
  const texts = { ...textsOf(plan), ...(isScenic && { media_attachment_ids: photos }) }
  form.append('data', JSON.stringify({ ...texts, sport_id: sportId }))
  return api.call(who, 'POST', '/workouts', form)
}

interface Recording {
  name: string
  text: string
  sportId: number
  /** The points of the track, if it was recorded outdoors. */
  points?: readonly DemoPoint[]
}

function recordingOf(plan: Plan, routes: Routes): Recording {
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
    course: routes.find({ from, kilometres, seed, outAndBack, surface: manner.surface }),
    manner,
    start,
    form,
    halts,
  })
  const device = DEVICES[manner.sportId % DEVICES.length] ?? DEVICES[0]
  const text = gpxOf(segments, device)
  return { name: `${name}.gpx`, text, sportId: manner.sportId, points: segments.flat() }
}
