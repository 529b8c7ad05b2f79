import { t } from 'elysia'
import { describedLike, validatedLater } from '@/server/http/documented-input'
import { laterKeys } from '@/server/http/ignored-keys'
import { wordOrNull } from '@/server/http/parameters/optional-word'
import { flagParam, numberParam, textParam, wordParam } from '@/server/http/parameters/query-params'
import { workout } from '@/server/responses/workouts/workout'
import { VISIBILITIES } from '@/store/db/schema/columns'
import { DUPLICATE_POLICIES } from '@/use-cases/imports/receive/upload-data'
import { MAX_NAMES } from '@/use-cases/sports/edit-sport-names'

const visibility = wordOrNull(VISIBILITIES)
/** FitTrackee 1.3's web client sends `undefined` as a word unless the user chooses something. */
const photoVisibility = wordOrNull([...VISIBILITIES, 'undefined'])
const equipmentIds = t.Optional(
  validatedLater(
    t.Array(t.String(), {
      description:
        "Short ids; absent: the caller's defaults for the sport. Each leg of a multisport recording gets those that suit its sport.",
    }),
  ),
)
const text = t.Optional(t.Union([t.Null(), t.String()]))

/** The JSON text in the field `data` of an upload. Other keys are rejected, as clients expect. */
export const uploadData = describedLike(
  workout,
  t.Object(
    {
      sport_id: t.Optional(
        t.Union([t.Number(), t.String()], {
          description: 'Absent: the sport that the recording specifies, if it is a known one.',
        }),
      ),
      title: text,
      description: text,
      notes: text,
      equipment_ids: equipmentIds,
      workout_visibility: visibility,
      analysis_visibility: visibility,
      map_visibility: visibility,
      media_attachment_ids: t.Optional(
        validatedLater(
          t.Array(t.String(), {
            description:
              'Ids of photos for the workout of a single recording, or for its first leg; ignored for archives.',
          }),
        ),
      ),
      media_visibility: photoVisibility,
      duplicates: t.Optional(
        t.Union(
          DUPLICATE_POLICIES.map((policy) => t.Literal(policy)),
          {
            description:
              'What to do with duplicates (the same file, or a start within a minute and the distance within 2 % or the same bounding box): store them, skip them, store and report them, or retain the richer recording and store the other with it. Also as a form field. `allow` by default, `skip` for exports of other services.',
          },
        ),
      ),
      sport_names: t.Optional(
        t.Record(t.String(), t.Integer(), {
          // All names are checked for each recording of an archive.
          maxProperties: MAX_NAMES,
          description:
            'Without `sport_id`: sport ids by the sport names in recordings, as in `{"trail_running": 8, "2/8": 4}`. Takes precedence over the caller’s stored mapping (`/api/auth/profile/sport-names`).',
        }),
      ),
      default_sport_id: t.Optional(
        t.Integer({
          description:
            'Without `sport_id`: the sport of recordings without a known sport. Also as a form field.',
        }),
      ),
      accept_partial: t.Optional(
        t.Boolean({
          description: 'Whether to read the beginning of a truncated file. Also as a form field.',
        }),
      ),
      workout_date: t.Optional(
        t.Union([t.Null(), t.String()], {
          description:
            'For a track without times: its start, `YYYY-MM-DD HH:MM`. Also as a form field.',
        }),
      ),
      ...laterKeys,
      duration: t.Optional(
        t.Union([t.Null(), t.Number()], {
          description: 'For a track without times: its duration in seconds. Also as a form field.',
        }),
      ),
    },
    { $id: 'UploadOptions', additionalProperties: t.Never() },
  ),
)

/** Options of an upload by a program, in the URL. */
export const inboxQuery = t.Object({
  /** A personal token, which the API document lists as a way to authenticate. */
  token: t.Optional(t.String()),
  name: textParam('Name of the file; otherwise that of the form, or of `Content-Disposition`.'),
  title: textParam('Title of the workout.'),
  sport_id: textParam('The sport; absent: the one that the recording specifies.'),
  default_sport_id: textParam('The sport of recordings without a known sport.'),
  duplicates: wordParam(
    DUPLICATE_POLICIES,
    'What to do with duplicates: as for uploads, but `skip` by default.',
  ),
  accept_partial: flagParam('Whether to read the beginning of a truncated file.'),
  workout_date: textParam('Start of a track without times, `YYYY-MM-DD HH:MM`.'),
  duration: numberParam('Duration of a track without times, in seconds.'),
})
