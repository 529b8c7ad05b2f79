import { toStreamName } from '@/domain/tracks/formats/extra-columns'
import {
  BYTE,
  type FitDefinition,
  type FitExtra,
  type FitField,
  fits,
  isNumeric,
  valueSize,
} from './fit-message'
import { fieldsToRead, RECORD, type ReadField, TIMESTAMP_FIELD } from './fit-profile'
import { FIT_STREAMS } from './fit-streams'

/** A field that an application declares. */
export interface DeveloperField {
  readonly name: string | null
  readonly unit: string | null
  readonly baseType: number
  readonly scale: number
  readonly offset: number
  /** Numbers of the message and field of the profile that this field replaces; NaN for none. */
  readonly nativeMessage: number
  readonly nativeField: number
}

/** Collects the used fields of one definition; of samples, all numeric fields. */
export class FitLayout {
  readonly #global: number
  readonly #overridesNative: boolean
  readonly #wanted: readonly ReadField[]
  readonly #slots: (FitField | undefined)[]
  readonly #extras: { readonly rank: number; readonly extra: FitExtra }[] = []
  #timestamp: FitField | undefined
  #size = 0

  /** `overridesNative`: whether developer fields win over the fields of the profile that they declare to replace. */
  constructor(global: number, overridesNative: boolean) {
    this.#global = global
    this.#overridesNative = overridesNative
    this.#wanted = fieldsToRead(global)
    this.#slots = this.#wanted.map(() => undefined)
  }

  addField(number: number, size: number, type: number): void {
    const field = this.#place(size, type & 0x1f, false)
    if (field === undefined) return
    if (number === TIMESTAMP_FIELD) this.#timestamp ??= field
    const slot = this.#wanted.findIndex(({ numbers }) => numbers.includes(number))
    if (slot >= 0) this.#slots[slot] ??= field
    if (this.#global === RECORD.global && isNumeric(field.baseType)) this.#addStreams(number, field)
  }

  addDeveloperField(declared: DeveloperField | undefined, size: number): void {
    const field = this.#place(size, declared?.baseType ?? BYTE, true)
    const name = declared?.name ?? null
    if (field === undefined || declared === undefined || name === null) return
    const overridden = this.#overriddenBy(declared)
    if (overridden >= 0) {
      this.#slots[overridden] = field
      return
    }
    const slot = this.#wanted.findIndex(({ developerName }) => developerName === name)
    if (slot >= 0) this.#slots[slot] ??= field
    else if (this.#global === RECORD.global && isNumeric(field.baseType)) {
      const { scale, offset } = declared
      const stream = toStreamName(name, declared.unit)
      this.#extras.push({ rank: 0, extra: { field, stream, scale, offset, decode: undefined } })
    }
  }

  /**
   * Index of the field of the profile that a developer field replaces; -1 for none. Only values in the same unit, and
   * without another scale, can be used instead.
   */
  #overriddenBy(declared: DeveloperField): number {
    const { nativeMessage, nativeField, scale, offset } = declared
    if (!this.#overridesNative) return -1
    if (nativeMessage !== this.#global || scale !== 1 || offset !== 0) return -1
    const unit = declared.unit?.toLowerCase() ?? ''
    return this.#wanted.findIndex(
      ({ numbers, overrideUnits }) =>
        numbers.includes(nativeField) && overrideUnits?.includes(unit),
    )
  }

  definition(isLittleEndian: boolean): FitDefinition {
    return {
      global: this.#global,
      isLittleEndian,
      size: this.#size,
      timestamp: this.#timestamp,
      slots: this.#slots,
      extras: this.#chosenExtras(),
    }
  }

  /** Of fields with the same meaning the one that is preferred. */
  #chosenExtras(): FitExtra[] {
    const chosen = new Map<string, FitExtra>()
    for (const { extra } of this.#extras.toSorted((one, other) => other.rank - one.rank))
      chosen.set(`${extra.stream.isOwn} ${extra.stream.name}`, extra)
    return [...chosen.values()]
  }

  #addStreams(number: number, field: FitField): void {
    const width = valueSize(field.baseType) ?? field.size
    for (const { rank, index, stream, scale, offset, decode } of FIT_STREAMS.get(number) ?? []) {
      if ((index + 1) * width > field.size) continue
      const place = { ...field, offset: field.offset + index * width, size: width }
      this.#extras.push({ rank, extra: { field: place, stream, scale, offset, decode } })
    }
  }

  /** Reserves the bytes; a field whose size does not suit its type has no value. */
  #place(size: number, baseType: number, isDeveloper: boolean): FitField | undefined {
    const offset = this.#size
    this.#size += size
    return fits(size, baseType) ? { offset, size, baseType, isDeveloper } : undefined
  }
}
