import type { Diagnostic } from '../../diagnostics/facts.ts'
import { dictOf, field, readGraph, type Graph, type GraphNode } from '../../graph/document.ts'
import { graphFileIn, type GraphFile } from '../../graph/graph-file.ts'
import { neededCapability } from '../../graph/capability.ts'
import { namedItems } from '../../graph/named-items.ts'
import { nodeAt, type LocatedDict } from '../../read/located.ts'
import { jsonString } from '../../read/value/json.ts'
import { isDict, isList, type Value } from '../../read/value/value.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { addItems, type Candidate } from './edits.ts'
import type { Change } from './fix.ts'
import { removeEntry, setEntry, type YamlFile } from './yaml-edits.ts'

/** The maximum number of candidates per kind. */
const mostWays = 3

/** Candidate edits of a graph file for one finding (R16.8). `explainFixes` tries each. */
export function graphCandidates(workspace: Workspace, finding: Diagnostic): readonly Candidate[] {
  const path = finding.at?.path
  const text = path === undefined ? undefined : workspace.file(path)?.text
  const file = path === undefined || text === undefined ? null : graphFileIn(path, text)
  return file && text !== undefined ? new GraphRepairs(workspace, file, text).of(finding) : []
}

class GraphRepairs {
  readonly #workspace: Workspace
  readonly #file: GraphFile
  readonly #yaml: YamlFile
  readonly #graph: Graph

  constructor(workspace: Workspace, file: GraphFile, text: string) {
    this.#workspace = workspace
    this.#file = file
    this.#yaml = { path: file.path, text }
    this.#graph = readGraph(file.document)
  }

  of(finding: Diagnostic): readonly Candidate[] {
    switch (finding.code) {
      case 'graph-incomplete':
        return finding.missing === 'start' ? this.#start() : this.#permissions()
      case 'graph-node-unknown':
        return finding.near.length > 0 ? [] : this.#addNode(finding.target)
      case 'graph-node-incomplete':
        return finding.missing === 'over' ? this.#lists(finding.node) : this.#withoutAction(finding.node)
      case 'graph-node-unreachable':
        return [...this.#leadTo(finding.node), ...this.#removeNode(finding.node)]
      case 'graph-key-unassigned':
        return finding.near.length > 0 ? [] : this.#initialValue(finding.key)
      case 'graph-may-end':
        return this.#lastEdge(finding.node)
      case 'graph-action-forbidden':
        return this.#allow(finding.needed)
      case 'graph-parameter-wrong':
        return finding.problem === 'missing' ? this.#giveInput(finding.node, finding.parameter) : []
      default:
        return []
    }
  }

  #set(title: string, at: readonly Value[], key: string, value: string): readonly Candidate[] {
    const dict = dictAt(this.#file, at)
    return offered(title, dict && setEntry(this.#yaml, dict, key, value))
  }

  #start(): readonly Candidate[] {
    const [first] = this.#graph.nodes.keys()
    return first === undefined ? [] : this.#set(`Start at ${first}`, ['config'], 'start', jsonString(first))
  }

  /** Permissions for exactly the items that the nodes call by constant ID. */
  #permissions(): readonly Candidate[] {
    const needed = namedItems(this.#graph).flatMap(({ itemId }) => neededCapability('execute', itemId) ?? [])
    const all = [...new Set(needed)]
    if (all.length === 0) return []
    const title = `Add permissions: ${all.slice(0, mostWays).join(', ')}${all.length > mostWays ? '…' : ''}`
    return this.#set(title, [], 'permissions', `[${all.map(jsonString).join(', ')}]`)
  }

  #addNode(name: string): readonly Candidate[] {
    return this.#set(`Add a return node ${name}`, ['config', 'nodes'], keyText(name), '{type: return}')
  }

  /**
   * Loops over a list: an input of type array, a state key whose initial value is a list, or a list that another node
   * collects.
   */
  #lists(node: string): readonly Candidate[] {
    const inputs = [...dictOf(field(dictOf(this.#graph.schema), 'properties'))]
    const collected = [...this.#graph.nodes.values()].flatMap(({ name, fields }) =>
      name === node ? [] : [field(fields, 'collect')],
    )
    const paths = [
      ...inputs.filter(([, schema]) => isDict(schema) && field(schema, 'type') === 'array').map(([name]) => ['inputs', name]),
      ...[...this.#graph.state].filter(([, value]) => isList(value)).map(([name]) => ['state', name]),
      ...collected.map((name) => ['state', name]),
    ] // prettier-ignore
    return paths.flatMap(([root, name]) => {
      if (typeof name !== 'string' || /[.|{}[\]\s]/.test(name)) return []
      const list = `\${${String(root)}.${name}}`
      return this.#set(`Loop over ${list}`, ['config', 'nodes', node], 'over', jsonString(list))
    })
  }

  /** Turns a node without a call into a gate, or into a return if the node has an output. */
  #withoutAction(node: string): readonly Candidate[] {
    const found = this.#graph.nodes.get(node)
    if (found?.kind !== 'action') return []
    const type = found.fields.has('output') ? 'return' : 'gate'
    return this.#set(`Make ${node} a ${type}`, ['config', 'nodes', node], 'type', type)
  }

  /**
   * Adds a missing `next` that leads to a node. Candidates are the nodes without `next` except returns: first the
   * preceding nodes in the file, the closest first.
   */
  #leadTo(node: string): readonly Candidate[] {
    const nodes = [...this.#graph.nodes.values()]
    const index = nodes.findIndex(({ name }) => name === node)
    const ways = [...nodes.slice(0, index).reverse(), ...nodes.slice(index + 1)].filter(endsHere).slice(0, mostWays)
    return ways.flatMap(({ name }) =>
      this.#set(`Continue from ${name} to ${node}`, ['config', 'nodes', name], 'next', jsonString(node)),
    )
  }

  #removeNode(name: string): readonly Candidate[] {
    const nodes = dictAt(this.#file, ['config', 'nodes'])
    return offered(`Remove ${name}`, nodes && removeEntry(this.#yaml, nodes, name))
  }

  #initialValue(key: string): readonly Candidate[] {
    const title = `Set the initial value of state.${key} to null`
    return dictAt(this.#file, ['config', 'state'])
      ? this.#set(title, ['config', 'state'], keyText(key), 'null')
      : this.#set(title, ['config'], 'state', `{${keyText(key)}: null}`)
  }

  #lastEdge(node: string): readonly Candidate[] {
    const edges = nodeAt(this.#file.root, ['config', 'nodes', node, 'next'])
    const ends = [...this.#graph.nodes.values()].filter(({ kind }) => kind === 'return').slice(0, mostWays)
    return ends.flatMap(({ name }) =>
      offered(
        `Add a last edge to ${name}`,
        edges && addItems(this.#workspace, this.#file.path, edges, [`{to: ${jsonString(name)}}`]),
      ),
    )
  }

  #allow(needed: string): readonly Candidate[] {
    const held = nodeAt(this.#file.root, ['permissions'])
    return offered(
      `Add the permission ${needed}`,
      held && addItems(this.#workspace, this.#file.path, held, [jsonString(needed)]),
    )
  }

  /** R16.3: passes the declared graph input that has the name of the missing parameter. */
  #giveInput(node: string, parameter: string): readonly Candidate[] {
    if (!dictOf(field(dictOf(this.#graph.schema), 'properties')).has(parameter)) return []
    const title = `Pass ${parameter} from inputs.${parameter}`
    const value = jsonString(`\${inputs.${parameter}}`)
    const at = ['config', 'nodes', node, 'action']
    return dictAt(this.#file, [...at, 'params'])
      ? this.#set(title, [...at, 'params'], keyText(parameter), value)
      : this.#set(title, at, 'params', `{${keyText(parameter)}: ${value}}`)
  }
}

function dictAt({ root }: GraphFile, at: readonly Value[]): LocatedDict | undefined {
  const node = nodeAt(root, at)
  return node?.kind === 'dict' ? node : undefined
}

function endsHere({ kind, fields }: GraphNode): boolean {
  return kind !== 'return' && field(fields, 'next') === null
}

function offered(title: string, change: Change | undefined): readonly Candidate[] {
  return change ? [{ title, changes: [change] }] : []
}

/** A key as YAML source: unquoted if no character has a special meaning. */
function keyText(key: string): string {
  return /^[A-Za-z_][\w/-]*$/.test(key) && !/^(?:null|true|false|yes|no|on|off|y|n)$/i.test(key) ? key : jsonString(key)
}
