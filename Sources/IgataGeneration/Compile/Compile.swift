import IgataEvolution
import IgataSchema
import IgataSyntax

/// The stages of ``compile(_:_:through:)``, in the order in which they run.
public enum Stage: Int, Comparable, Sendable {
  case trees, schema, plan, templates, files

  public static func < (left: Stage, right: Stage) -> Bool { left.rawValue < right.rawValue }
}

/// Compiles schemas to files. This function is the whole pipeline: its callers only read and write files.
///
/// The result depends only on the parameters. A stage doesn't run if a stage that it depends on reported an error. A
/// broken file still has a syntax tree and a partial schema.
///
/// - Parameter last: The last stage that runs.
public func compile(
  _ sources: Sources, _ options: GenerationOptions = GenerationOptions(), through last: Stage = .files
) -> Compilation {
  var result = Compilation(sources)

  let (trees, syntaxErrors) = parse(sources.schemas)
  result.trees = trees
  guard last > .trees else { return result.reporting(syntaxErrors) }

  let (schema, findings) = resolve(trees, options: ResolveOptions(names: options.names), syntaxErrors: syntaxErrors)
  result.schema = schema
  result.report(syntaxErrors + findings)
  guard last > .schema, result.isValid else { return result }

  let versions = sources.versions.map { runnableVersions(of: schema, trees: trees, after: $0) }
  result.report(versions?.diagnostics ?? [])
  guard result.isValid else { return result }

  let (plan, problems) = plan(schema, versions?.versions ?? [:], sources, options)
  result.plan = plan
  result.report(problems)
  guard last > .plan, result.isValid else { return result }

  let templates = loadTemplates(for: plan, sources)
  result.addSources(templates.builtInSources)
  result.report(templates.diagnostics)
  guard last > .templates, result.isValid else { return result }
  result.report(missingTemplates(plan, templates.set))
  guard result.isValid else { return result }

  let (files, failures) = render(plan, templates: templates.set)
  result.files = files
  return result.reporting(failures)
}
