import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether a column has one of these values, however many there are: an `in` list has a limit. */
export const isOneOf = <Value extends string | number>(
  column: Expression<Value>,
  values: readonly Value[],
): RawBuilder<SqlBool> => sql`${column} in (select value from json_each(${JSON.stringify(values)}))`
