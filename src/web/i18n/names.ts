import { type TextKey, t } from './text'

type Named = { id: number; label: string }

/** Returns the name of a sport in the language of the page; the server's label for an unknown sport. */
export const translateSport = ({ id, label }: Named): string => translateName(`sport.${id}`, label)

/** Returns the name of an equipment type in the language of the page; the server's label for an unknown type. */
export const translateEquipmentType = ({ id, label }: Named): string =>
  translateName(`equipmentType.${id}`, label)

function translateName(key: string, label: string): string {
  const name = t(key as TextKey)
  return name === key ? label : name
}
