import { t } from 'elysia'
import { DUPLICATE_POLICIES, VISIBILITIES } from '@/db/columns'
import { describedLike, judgedLater } from '@/http/accepted'
import { flagParam, numberParam, textParam, wordParam } from '@/http/query-params'
import { wordOrNull } from '@/http/words'
import { workout } from '@/present/workout'
import { MOST_NAMES } from '@/use-cases/sports/edit-sport-names'

const visibility = wordOrNull(VISIBILITIES)
const equipmentIds = t.Optional(
  judgedLater(
    t.Array(t.String(), {
      description: 'Short ids; absent: the defaults of the caller for the sport.',
    }),
  ),
)
const text = t.Optional(t.Union([t.Null(), t.String()]))

/** The JSON text in the field `data` of an upload. Other keys are refused, as clients are used to. */
export const uploadData = describedLike(
  workout,
  t.Object(
    {
      sport_id: t.Optional(
        t.Union([t.Number(), t.String()], {
          description: 'Absent: the sport that the recording itself names, if it is one of these.',
        }),
      ),
      title: text,
      description: text,
      notes: text,
      equipment_ids: equipmentIds,
      workout_visibility: visibility,
      analysis_visibility: visibility,
      map_visibility: visibility,
      duplicates: t.Optional(
        t.Union(
          DUPLICATE_POLICIES.map((policy) => t.Literal(policy)),
          {
            description:
              'What to do with recordings that repeat a workout (the same file; or start within a minute and distance within 2 %, or the same box): store them, leave them, store them and say so, or let the richer recording stay with the other kept beside it; also as a form field; `allow` unless it is given, `skip` for exports of other services.',
          },
        ),
      ),
      sport_names: t.Optional(
        t.Record(t.String(), t.Integer(), {
          // They are looked through for each recording of an archive.
          maxProperties: MOST_NAMES,
          description:
            'Without `sport_id`: the sport that is meant by what recordings call theirs, as in `{"trail_running": 8, "2/8": 4}`; goes before what the caller says for good (`/api/auth/profile/sport-names`).',
        }),
      ),
      default_sport_id: t.Optional(
        t.Integer({
          description:
            'Without `sport_id`: the sport of recordings that name none which is known; also as a form field.',
        }),
      ),
      accept_partial: t.Optional(
        t.Boolean({
          description:
            'Whether what is there of a file that ends in the middle is read; also as a form field.',
        }),
      ),
      workout_date: t.Optional(
        t.Union([t.Null(), t.String()], {
          description:
            'For a track without times: when it was begun, `YYYY-MM-DD HH:MM`; also as a form field.',
        }),
      ),
      duration: t.Optional(
        t.Union([t.Null(), t.Number()], {
          description: 'For a track without times: its seconds; also as a form field.',
        }),
      ),
    },
    { additionalProperties: t.Never() },
  ),
)

/** What a program may ask for in the address to which it sends a file. */
export const inboxQuery = t.Object({
  token: textParam('A personal token, for programs that cannot send an `Authorization` header.'),
  name: textParam('Name of the file; otherwise that of the form, or of `Content-Disposition`.'),
  title: textParam('Title of the workout.'),
  sport_id: textParam('The sport; absent: the one that the recording itself names.'),
  default_sport_id: textParam('The sport of recordings that name none which is known.'),
  duplicates: wordParam(
    DUPLICATE_POLICIES,
    'What to do with a recording that repeats a workout: as for uploads, but `skip` unless it is given.',
  ),
  accept_partial: flagParam('Whether what is there of a file that ends in the middle is read.'),
  workout_date: textParam('When a track without times was begun, `YYYY-MM-DD HH:MM`.'),
  duration: numberParam('The seconds of a track without times.'),
})
