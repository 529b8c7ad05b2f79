import { type TextKey, t } from './text'

type Named = { id: number; label: string }

/** The name of a sport in the language of the page; the server's own for one that we do not know. */
export const sportName = ({ id, label }: Named): string => named(`sport.${id}`, label)

/** The name of a kind of equipment in the language of the page; the server's own for one that we do not know. */
export const equipmentTypeName = ({ id, label }: Named): string =>
  named(`equipmentType.${id}`, label)

function named(key: string, label: string): string {
  const name = t(key as TextKey)
  return name === key ? label : name
}
