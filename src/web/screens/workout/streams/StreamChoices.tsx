import { Checkbox } from '@mantine/core'
import classes from './StreamPicker.module.css'
import { type StreamName, streamKey, streamLabel } from './stream-text'

/** Additional streams of a recording, each with a switch for its chart. */
export function StreamChoices({
  streams,
  chosen,
  onChoose,
}: {
  streams: readonly StreamName[]
  chosen: readonly StreamName[]
  onChoose: (streams: readonly StreamName[]) => void
}) {
  const isChosen = (stream: StreamName) =>
    chosen.some((other) => streamKey(other) === streamKey(stream))
  const toggle = (stream: StreamName) =>
    onChoose(
      streams.filter((other) =>
        streamKey(other) === streamKey(stream) ? !isChosen(other) : isChosen(other),
      ),
    )
  return (
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
  )
}
