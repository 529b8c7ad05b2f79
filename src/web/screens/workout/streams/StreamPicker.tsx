import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { analysisQuery } from '@/web/api/efforts'
import type { Workout } from '@/web/api/workouts'
import { Disclosure } from '@/web/components/Disclosure'
import { t } from '@/web/i18n/text'
import classes from './StreamPicker.module.css'
import { type StreamName, streamKey, streamLabel } from './stream-text'

/** Chooses which charts are drawn besides the usual, of those that the recording has; nothing where it has none. */
export function StreamPicker({
  workout,
  chosen,
  onChoose,
}: {
  workout: Workout
  chosen: readonly StreamName[]
  onChoose: (streams: readonly StreamName[]) => void
}) {
  const { data } = useQuery({ ...analysisQuery(workout.id), enabled: workout.with_analysis })
  const streams = data?.streams ?? []
  if (streams.length === 0) return null
  const isChosen = (stream: StreamName) =>
    chosen.some((other) => streamKey(other) === streamKey(stream))
  const toggle = (stream: StreamName) =>
    onChoose(
      streams.filter((other) =>
        streamKey(other) === streamKey(stream) ? !isChosen(other) : isChosen(other),
      ),
    )
  return (
    <Disclosure label={t('stream.choose')} className={classes.button} button={t('stream.more')}>
      {() => (
        <ul className={classes.list} data-part="streams">
          {streams.map((stream) => (
            <li key={streamKey(stream)}>
              <Checkbox
                label={streamLabel(stream)}
                checked={isChosen(stream)}
                onChange={() => toggle(stream)}
              />
            </li>
          ))}
        </ul>
      )}
    </Disclosure>
  )
}
