import { type JsonObject, objectIn, objectsIn } from '@/domain/tracks/formats/json'
import { declaredText } from '@/use-cases/imports/services/declared-values'
import type { ImportedEquipment } from '@/use-cases/imports/services/imported-workout'
import { type Archive, parseJson } from '@/use-cases/imports/services/read-service-export'

/** Our equipment types by Garmin's. Gear of other types gets a type that suits the sport of its first workout. */
const TYPE_IDS: ReadonlyMap<string, number> = new Map([
  ['shoes', 1],
  ['bike', 2],
])

/** The gear of a Garmin account. */
export interface GarminGear {
  equipments: ImportedEquipment[]
  /** Returns the labels of the gear used in an activity. */
  labelsOf: (activityId: string) => string[]
}

/** Reads the files that list gear, and the activities that each item was used in. */
export async function readGarminGear(
  archive: Archive,
  paths: readonly string[],
): Promise<GarminGear> {
  const items: GearItem[] = []
  for (const path of paths) {
    const content = parseJson(path, await archive.text(path))
    for (const part of objectsIn(Array.isArray(content) ? content : [content]))
      items.push(...itemsIn(part))
  }
  const labels = new Map<string, string[]>()
  for (const { label, activityIds } of items)
    for (const id of activityIds) labels.set(id, [...(labels.get(id) ?? []), label])
  return {
    equipments: items.flatMap(({ label, typeId, isActive }) =>
      typeId === undefined
        ? []
        : [{ label, typeId, description: null, isActive, defaultSportIds: [] }],
    ),
    labelsOf: (activityId) => labels.get(activityId) ?? [],
  }
}

interface GearItem {
  label: string
  typeId: number | undefined
  isActive: boolean
  activityIds: string[]
}

function itemsIn(part: JsonObject): GearItem[] {
  const used = objectIn(part.gearActivityDTOs) ?? {}
  return objectsIn(part.gearDTOS).flatMap((item) => {
    const label = declaredText(item.customMakeModel) ?? declaredText(item.displayName)
    if (label === undefined) return []
    return [
      {
        label,
        typeId: TYPE_IDS.get(declaredText(item.gearTypeName)?.toLowerCase() ?? ''),
        isActive: declaredText(item.gearStatusName)?.toLowerCase() !== 'retired',
        activityIds: objectsIn(used[String(item.gearPk)]).map(({ activityId }) =>
          String(activityId),
        ),
      },
    ]
  })
}
