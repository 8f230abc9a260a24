/** The limits of the engine, by name. A diagnostic about a reached limit contains its name. */
export const limits = {
  /** Elements of a chain (R3.1), as in Rye. */
  chainDepth: 10,
  /** Characters of an ID. */
  idLength: 4_096,
  /** Rounds of the second template pass (R9.4). */
  templateRounds: 3,
  /**
   * Characters of a value after templating. Without this limit, three rounds of self-reference could produce a huge
   * value.
   */
  templateLength: 1_000_000,
  /** Pieces with different sources that the templates of one step can join. */
  templatePieces: 50_000,
  /** Units of work for one analysis, excluding the work to read its chain. A unit is at most 0.1 microseconds. */
  analysisWork: 5_000_000,
  /** Units of work to read the files of one chain, counted separately because later calls use cached files. */
  chainWork: 4_000_000,
  /** Characters of a JavaScript or TypeScript file read for metadata. */
  scriptLength: 400_000,
  /** Nesting of groups in a pattern (R5.1, R16.4). */
  patternDepth: 100,
  /** Nesting of schemas in a parameter check, including references (R5.1). */
  schemaDepth: 800,
  /** Listed parameters that do not match the schema (R5.1). */
  parameterErrors: 100,
  /** Search places per interpreter (R6.3). */
  interpreterPlaces: 1_000,
  /** Bytes of one metadata or config file. Larger files are not read. */
  metadataBytes: 4_000_000,
  /** Nesting of a value in metadata, configs and parameters. */
  valueDepth: 200,
  /**
   * Nesting of a JSON document that the product reads or writes. Each level of a value takes up to three document
   * levels.
   */
  documentDepth: 1_200,
  /** YAML nodes after alias expansion. */
  yamlNodes: 100_000,
  /** Units of work for the suggestions of one step. Further names are reported without suggestions. */
  suggestionWork: 1_000_000,
  /** Units of work to search all IDs for near misses, most similar IDs first. */
  nearNameWork: 12_000,
  /** Near misses listed for a missing ID. */
  nearMisses: 5,
  /** Node visits of a state graph and all graphs that it calls. `max_steps` limits each graph separately (R16.2). */
  graphSteps: 100_000,
  /** Calls of a state graph and all graphs that it calls. A foreach node is one step with one call per item. */
  graphActions: 10_000,
  /** Approximate characters of a walk's state as text (R16.2). */
  graphStateLength: 8_000_000,
  /**
   * Approximate characters of all values that a state graph and all graphs that it calls send, receive and store
   * (R16.2).
   */
  graphDataLength: 64_000_000,
  /** Milliseconds for a state graph and all graphs that it calls (R16.2). */
  graphTime: 3_600_000,
  /** Nested graph calls (R16.1). */
  graphDepth: 5,
  /** Items of one foreach node that run at the same time. A graph cannot raise this limit (R16.2). */
  graphConcurrency: 64,
  /**
   * Approximate characters of one value of a state graph as text (R16.3). The limit stops a value that doubles at each
   * step.
   */
  graphValueLength: 2_000_000,
  /** Steps to match one pattern of a condition (R16.4): the length of the string times the size of the pattern. */
  graphPatternSteps: 20_000_000,
  /** States of one pattern of a condition, after its counted repetitions are expanded (R16.4). */
  graphPatternStates: 5_000,
  /** Listed differences from a lockfile (R11.2). */
  lockfileDrifts: 100,
  /** Units of work to list the problems of an answer that takes too much work to write. */
  keptFindingsWork: 100_000,
  /** Characters of an issue report: slightly less than GitHub accepts. */
  reportLength: 60_000,
  /** Parameters of a tool created from a template. */
  newParameters: 50,
  /**
   * Bytes of a file or standard input that a command reads completely, such as a link, a baseline, a key or a saved
   * walk.
   */
  inputBytes: 64_000_000,
  /** Files visited by one dependency verification. */
  dependencyFiles: 10_000,
  /** Listed invalid files of one dependency verification (R7.4). */
  dependencyFindings: 20,
  /** Problems per item in a check of all items. `analyze` lists all problems. */
  itemFindings: 40,
  /**
   * Units of work for a check of all items, in addition to `checkItemWork` per item. Work that items share counts once.
   */
  checkWork: 50_000_000,
  /** Units of work per item in a check of all items, in addition to `checkWork`. */
  checkItemWork: 10_000,
  /** Problems that a check of all items stores, in addition to `checkItemFindings` per item. */
  checkFindings: 100_000,
  /** Problems per item that a check of all items stores, in addition to `checkFindings`. */
  checkItemFindings: 25,
  /** Uses of other items, files and variables that a project's index stores per item. */
  itemUses: 1_000,
  /** Expectation files of a project. The same number of walk test files is allowed. */
  testFiles: 1_000,
  /** Characters of an expectation file. */
  expectationLength: 200_000,
  /** Goals of one expectation file. */
  expectationGoals: 100,
  /** Changes that `expect --coverage` tries. */
  coverageMutants: 1_000,
  /** Analyses for `expect --coverage`: the number of changes times the number of expectations. */
  coverageAnalyses: 50_000,
  /** Expectation worlds whose results stay in memory. */
  expectationWorlds: 20,
  /** Characters of a lesson file. */
  lessonLength: 200_000,
  /** Steps of one lesson. */
  lessonSteps: 12,
  /** Entries of a list in a lesson: goals of a step, edits of "Do it for me" or of a route, lines of `learned`. */
  lessonEntries: 20,
  /** Passing routes of a lesson. The same number of near misses is allowed. */
  lessonRoutes: 8,
  /** Variations that the author adds to a question. The engine adds at most the same number. */
  lessonVariations: 8,
  /** Answers of a prediction, including the correct one. A question about an order has at most three wrong parts. */
  lessonAnswers: 4,
  /** Characters of an ID, a title, a pointer or a pattern in a lesson. */
  lessonShortText: 300,
  /** Characters at the start of a value that are matched against a goal's pattern. */
  lessonMatchedText: 10_000,
} as const
