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
  /** Units of work of one analysis, all steps but the reading of the chain together; a unit is at most 0.1 microseconds. */
  analysisWork: 5_000_000,
  /** Units of work to read the files of one chain. Apart from the rest: what is read once is known for every other call. */
  chainWork: 4_000_000,
  /** Characters of a JavaScript or TypeScript file that is read for metadata. */
  scriptLength: 400_000,
  /** Groups of a pattern within each other (R5.1, R16.4). */
  patternDepth: 100,
  /** Schemas within each other while the parameters are checked, references included (R5.1). */
  schemaDepth: 800,
  /** Parameters that break the schema, as far as they are listed (R5.1). */
  parameterErrors: 100,
  /** Places one interpreter is looked for (R6.3). */
  interpreterPlaces: 1_000,
  /** Bytes of one metadata or config file; larger ones are not read. */
  metadataBytes: 4_000_000,
  /** Nesting of a value in metadata, configs and parameters. */
  valueDepth: 200,
  /** Nesting of a JSON document of the product: its values take up to three levels per level, and are inside others. */
  documentDepth: 1_200,
  /** YAML nodes after alias expansion. */
  yamlNodes: 100_000,
  /** Units of work that the suggestions of one step may take; further names are reported without suggestions. */
  suggestionWork: 1_000_000,
  /** Units of work to search all ids for those that come close to a missing one; the closest are looked for first. */
  nearNameWork: 12_000,
  /** Near misses offered for a missing id. */
  nearMisses: 5,
  /** Entries of nodes of a state graph and of all graphs that it calls: `max_steps` counts each graph for itself (R16.2). */
  graphSteps: 100_000,
  /** Calls of a state graph and of all graphs that it calls: a foreach node is one step with as many calls as items. */
  graphActions: 10_000,
  /** Characters of the state of a walk, written out (R16.2). */
  graphStateLength: 8_000_000,
  /** Characters that a state graph and all graphs that it calls send to tools, get back and keep, written out (R16.2). */
  graphDataLength: 64_000_000,
  /** Milliseconds of a state graph and of all graphs that it calls (R16.2). */
  graphTime: 3_600_000,
  /** Graphs that call each other, one inside the other (R16.1). */
  graphDepth: 5,
  /** Items of one foreach node that run at a time, however many a graph asks for (R16.2). */
  graphConcurrency: 64,
  /** Characters of one value of a state graph, written out: a text that doubles at each step has no other end (R16.3). */
  graphValueLength: 2_000_000,
  /** Steps of one pattern of a condition on one text (R16.4): as many as its length times the size of the pattern. */
  graphPatternSteps: 20_000_000,
  /** States of one pattern of a condition, with counted repetitions written out (R16.4). */
  graphPatternStates: 5_000,
  /** Differences from a lockfile, as far as they are listed (R11.2). */
  lockfileDrifts: 100,
  /** Units of work to keep findings in an answer for which there was too much work. */
  keptFindingsWork: 100_000,
  /** Characters of a report for an issue: a little less than GitHub takes. */
  reportLength: 60_000,
  /** Parameters of a tool that is written from a template. */
  newParameters: 50,
  /** Bytes of one file, or of standard input, that a command reads as a whole: a link, a baseline, a key, a saved walk. */
  inputBytes: 64_000_000,
  /** Files visited by one dependency verification. */
  dependencyFiles: 10_000,
  /** Bad files of one dependency verification, as far as they are listed (R7.4). */
  dependencyFindings: 20,
  /** Findings that a check of all items lists for each; `analyze` lists all. */
  itemFindings: 40,
  /** Units of work of a check of all items, whatever their number; what many items share counts once. */
  checkWork: 50_000_000,
  /** Units of work that a check of all items may do for each item more. */
  checkItemWork: 10_000,
  /** Findings that a check of all items keeps, whatever their number. */
  checkFindings: 100_000,
  /** Findings that a check of all items may keep for each item more. */
  checkItemFindings: 25,
  /** Characters of the file of a lesson. */
  lessonLength: 200_000,
  /** Steps of one lesson. */
  lessonSteps: 12,
  /** Goals of one step, changes of one "Do it" or of one way through a lesson, lines of what was learned. */
  lessonEntries: 20,
  /** Right workspaces of a lesson, and as many near misses. */
  lessonRoutes: 8,
  /** Characters of an id, a title, a pointer or a pattern of a lesson. */
  lessonShortText: 300,
  /** Characters of a value that a goal's pattern is held against; the rest is not looked at. */
  lessonMatchedText: 10_000,
} as const
