/** Every limit of the engine, by name. A limit that is hit is named in a diagnostic. */
export const limits = {
  /** Seed "Safety guards" (R3.1): elements in a chain. */
  chainDepth: 10,
  /** Characters of an id that may have a file. */
  idLength: 4_096,
  /** R9.4: rounds of the second template pass. */
  templateRounds: 3,
  /** Characters a templated value may grow to: three rounds of self-reference can otherwise explode. */
  templateLength: 1_000_000,
  /** Stretches of different origin that the templates of one step may put together. */
  templatePieces: 50_000,
  /** Steps of one pattern on one text (R5.1). */
  patternSteps: 5_000_000,
  /** Visits of parts of a schema in one check of the parameters (R5.1). */
  schemaSteps: 1_000_000,
  /** Items of a list whose uniqueness is checked, which compares each with each. */
  uniqueItems: 5_000,
  /** Places one interpreter is looked for (R6.3). */
  interpreterPlaces: 1_000,
  /** Bytes of one metadata or config file; larger ones are not read as metadata. */
  metadataBytes: 4_000_000,
  /** Nesting of a value in metadata, configs and parameters. */
  valueDepth: 200,
  /** YAML nodes after alias expansion. */
  yamlNodes: 100_000,
  /** Near misses offered for a missing id. */
  nearMisses: 5,
  /** Files visited by one dependency verification. */
  dependencyFiles: 10_000,
} as const
