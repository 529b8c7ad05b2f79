/** By whose formula somebody wants energy to be estimated from heart rates: nobody's until they say. */
export const energyFormula = [
  `alter table zone_rules add column energy_formula text not null default 'none'`,
]
