// A condition without `import IgataRuntime`. Nothing of this is run.

import GeneratedModels

let named = Account.where { $0.name == "x" }
